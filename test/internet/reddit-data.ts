/** Fictional things in Reddit's own shape, for the fake API and for imports into the archive alike. */
export type Thing = Record<string, unknown>;

const SECONDS = 1_762_768_800;

export function rawPost(id: string, fields: Thing = {}): Thing {
  const subreddit = typeof fields.subreddit === "string" ? fields.subreddit : "robotics";
  const permalink = `/r/${subreddit}/comments/${id}/a_title/`;
  return {
    id,
    name: `t3_${id}`,
    title: `Post ${id}`,
    selftext: "Text",
    author: "user1",
    subreddit,
    subreddit_id: "t5_2qh1",
    permalink,
    url: `https://www.reddit.com${permalink}`,
    domain: `self.${subreddit}`,
    score: 12,
    ups: 12,
    upvote_ratio: 0.93,
    num_comments: 1,
    created_utc: SECONDS,
    over_18: false,
    is_self: true,
    stickied: false,
    locked: false,
    edited: false,
    archived: false,
    link_flair_text: null,
    distinguished: null,
    ...fields,
  };
}

export function rawComment(id: string, fields: Thing = {}): Thing {
  return {
    id,
    name: `t1_${id}`,
    author: "user2",
    body: "Answer",
    score: 3,
    created_utc: SECONDS + 200,
    parent_id: "t3_abc123",
    link_id: "t3_abc123",
    permalink: `/r/robotics/comments/abc123/_/${id}/`,
    depth: 0,
    edited: false,
    stickied: false,
    is_submitter: false,
    subreddit: "robotics",
    replies: "",
    ...fields,
  };
}

/** The thread that tests look at most closely. */
export const ARM_POST = rawPost("abc123", {
  title: "Which robot arm?",
  selftext: "We <need> one & soon.\u0000\u202e\r\n\r\n\r\n\r\nBudget: 5k.",
  edited: SECONDS + 60,
  link_flair_text: "Question",
  num_comments: 9,
  created_utc: SECONDS + 9_000,
});

/** Its comments, flat: c1 ← c2 ← c3, a deleted one with a reply, a deleted one without, one by a deleted account. */
export const ARM_COMMENTS: Thing[] = [
  rawComment("c1", { score: 9, edited: true }),
  rawComment("c2", { parent_id: "t1_c1", author: "user1", is_submitter: true, edited: SECONDS + 400, score: 8 }),
  rawComment("c3", { parent_id: "t1_c2", score: 7 }),
  rawComment("c4", { author: "[deleted]", body: "[deleted]", score: 6 }),
  rawComment("c5", { parent_id: "t1_c4", body: "Reply to what is gone", score: 5 }),
  rawComment("c6", { author: "[deleted]", body: "[removed]", score: 4 }),
  rawComment("c7", { author: "[deleted]", body: "The account is gone, the words are not", score: 3 }),
];

const GONE_POSTS = [
  rawPost("gone1", { author: "[deleted]", selftext: "[deleted]", title: "Secret of a deleted post" }),
  rawPost("gone2", { selftext: "[removed]", removed_by_category: "moderator", title: "Secret of a removed post" }),
  rawPost("gone3", { is_self: false, selftext: "", author: "[deleted]", title: "Secret of a deleted link" }),
  rawPost("gone4", { title: "[ Removed by Reddit ]", selftext: "[ Removed by Reddit ]" }),
];

/** The posts of r/robotics, newest first; four of them must never be shown. */
export const ROBOTICS_POSTS: Thing[] = [
  ARM_POST,
  rawPost("link1", {
    is_self: false,
    selftext: "",
    url: "https://acme-robotics.example/arm",
    domain: "acme-robotics.example",
    title: "Acme shows an arm",
    created_utc: SECONDS + 8_000,
    score: 400,
    over_18: true,
  }),
  ...GONE_POSTS,
  rawPost("noauth", { author: "[deleted]", title: "A question whose account is gone", created_utc: SECONDS + 7_000 }),
  rawPost("long1", { title: "A long story", selftext: "word ".repeat(1_000), created_utc: SECONDS + 6_000 }),
  ...Array.from({ length: 52 }, (_, index) =>
    rawPost(`p${index}`, { title: `Robot number ${index}`, created_utc: SECONDS - index * 60, score: index }),
  ),
];
