import { readBatchBacklog } from "../batches/batch-backlog.ts";
import { Figures } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { readLookBacklog } from "../watches/look-backlog.ts";
import { readDeliveryBacklog } from "../webhooks/delivery-backlog.ts";

/** The backlog of background work. */
export async function queuesPage({ c }: PrivateVisit) {
  const [{ dueSince, ...counts }, looks, batches] = await Promise.all([
    readDeliveryBacklog(c.env.DB),
    readLookBacklog(c.env.DB),
    readBatchBacklog(c.env.DB),
  ]);
  const ofDeliveries: [string, number][] = [
    ["due now", counts.due],
    ["being sent", counts.sending],
    ["waiting for another attempt", counts.later],
    ["given up in 24 hours", counts.failed],
    ["active endpoints", counts.activeEndpoints],
    ["disabled endpoints", counts.disabledEndpoints],
  ];
  const ofLooks: [string, number][] = [
    ["domains", looks.domains],
    ["due now", looks.due],
    ["under way", looks.underWay],
    ["interrupted, restarted", looks.died],
    ["interrupted five times, paused for a day", looks.resting],
    ["unreachable sites", looks.unreachable],
    ["withheld events", looks.withheldEvents],
  ];
  const ofBatches: [string, number][] = [
    ["running", batches.running],
    ["queued", batches.queued],
    ["inputs to run", batches.inputs],
    ["silent, woken by the cron", batches.silent],
  ];
  return (
    <>
      <h2>Batches</h2>
      <Figures of={ofBatches} />
      {batches.stoppingSince !== null && (
        <p>
          The oldest stopped batch has not ended since <Time at={batches.stoppingSince} />.
        </p>
      )}
      <h2>Looks at watched companies</h2>
      <Figures of={ofLooks} />
      {looks.dueSince !== null && (
        <p>
          The longest waiting was due at <Time at={looks.dueSince} />.
        </p>
      )}
      <h2>Webhook deliveries</h2>
      <Figures of={ofDeliveries} />
      {dueSince !== null && (
        <p>
          The longest waiting was due at <Time at={dueSince} />. The cron queues due deliveries each minute,
          organisations in turns.
        </p>
      )}
    </>
  );
}
