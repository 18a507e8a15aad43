import { readBatchBacklog } from "../batches/batch-backlog.ts";
import { Figures } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { readLookBacklog } from "../watches/look-schedule.ts";
import { readDeliveryBacklog } from "../webhooks/read-deliveries.ts";

/** The backlog of background work. */
export async function queuesPage({ c }: PrivateVisit) {
  const [deliveries, looks, batches] = await Promise.all([
    readDeliveryBacklog(c.env.DB),
    readLookBacklog(c.env.DB),
    readBatchBacklog(c.env.DB),
  ]);
  const since = (label: string, at: number | null) => at !== null && ([label, <Time at={at} />] as const);
  return (
    <>
      <h2>Batches</h2>
      <Figures
        look="facts"
        of={[
          ["Running", batches.running],
          ["Queued", batches.queued],
          ["Inputs to run", batches.inputs],
          ["Silent, woken by the cron", batches.silent],
          since("Oldest stopped, not ended since", batches.stoppingSince),
        ]}
      />
      <h2>Looks at watched companies</h2>
      <Figures
        look="facts"
        of={[
          ["Domains", looks.domains],
          ["Due now", looks.due],
          since("Longest waiting, due at", looks.dueSince),
          ["Under way", looks.underWay],
          ["Interrupted, restarted", looks.died],
          ["Interrupted five times, paused for a day", looks.resting],
          ["Unreachable sites", looks.unreachable],
          ["Withheld events", looks.withheldEvents],
        ]}
      />
      <h2>Webhook deliveries</h2>
      <Figures
        look="facts"
        of={[
          ["Due now", deliveries.due],
          since("Longest waiting, due at", deliveries.dueSince),
          ["Being sent", deliveries.sending],
          ["Waiting for another attempt", deliveries.later],
          ["Given up in 24 hours", deliveries.failed],
          ["Active endpoints", deliveries.activeEndpoints],
          ["Disabled endpoints", deliveries.disabledEndpoints],
        ]}
      />
    </>
  );
}
