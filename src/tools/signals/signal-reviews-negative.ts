import { reviewsDetector } from "./shared/reviews.ts";

export const signalReviewsNegative = reviewsDetector({
  name: "signal_reviews_negative",
  title: "Negative reviews",
  what: "one or two stars",
  counts: (stars) => stars <= 2,
});
