import { reviewsDetector } from "./shared/reviews.ts";

export const signalReviewsPositive = reviewsDetector({
  name: "signal_reviews_positive",
  title: "Positive reviews",
  what: "four or five stars",
  counts: (stars) => stars >= 4,
});
