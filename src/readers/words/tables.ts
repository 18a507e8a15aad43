/** The tables of words in English; languages.ts adds to their sections, and those in capitals have expressions. */
export { default as company } from "../company/company.txt";
export { default as contacts } from "../contacts/contacts.txt";
export { default as emails } from "../emails/emails.txt";
export { default as jobs } from "../jobs/jobs.txt";
export { default as legal } from "../legal/legal.txt";
export { default as names } from "../names/names.txt";
export { default as funding } from "../news/funding.txt";
export { default as headlines } from "../news/headlines.txt";
export { default as leadership } from "../news/leadership.txt";
export { default as page } from "../page/page.txt";
export { default as people } from "../people/people.txt";
export { default as titles } from "../titles/titles.txt";
export { default as countries } from "./countries.txt";
export { default as hosts } from "./hosts.txt";
