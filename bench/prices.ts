/** Cloudflare's list prices in US dollars, Workers Paid, beyond what is included; read 2026-11-21 at developers.cloudflare.com. */
export const PRICES = {
  perMillionRequests: 0.3,
  perMillionCpuMs: 0.02,
  perMillionD1RowsRead: 0.001,
  perMillionD1RowsWritten: 1,
  perMillionObjectRequests: 0.15,
  /** 128 MB for the time an object works, or is idle with something pending that keeps it from hibernating. */
  perMillionObjectGbSeconds: 12.5,
  perMillionObjectRowsWritten: 1,
  perGbMonthObjectStorage: 0.2,
  /** A message is written, read and deleted. */
  perMillionQueueOperations: 0.4,
};
