import { Group } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { serverNow } from "../../network/clock.ts";
import { OPERATOR_POLL_MS } from "../../rpc/operator/operator-queries.ts";
import { operationTexts as texts } from "../../texts/operator/operation.ts";
import { formatDuration } from "../../ui/format/duration.ts";
import { Dot } from "./Dot.tsx";

/** Age in ms from which the data on screen is stale: three polls were missed. */
const STALE_MS = 3 * OPERATOR_POLL_MS;
const TICK_MS = 1_000;

/** Age of the data on screen, updated every second; amber if the last poll failed or is overdue. */
export function Updated(props: {
  /** Time of the last successful poll, in ms; 0 before it. */
  at: number;
  failed: boolean;
  fetching: boolean;
}): React.JSX.Element | null {
  const { at, failed, fetching } = props;
  const now = useSecond();
  if (at === 0) return null;
  const age = now - at;
  // After the tab was hidden, old data is no error while a poll is running.
  const stale = failed || (age >= STALE_MS && !fetching);
  return (
    <Group
      component="p"
      display="inline-flex"
      gap={8}
      fz="xs"
      lh="sm"
      c={stale ? "var(--warn-text)" : "dimmed"}
      className="num"
    >
      <Dot isBad={stale} />
      {wordsOf(age, stale)}
    </Group>
  );
}

function wordsOf(age: number, stale: boolean): string {
  const ageText = formatDuration(age);
  if (stale) return texts.desatualizado(ageText);
  if (age >= STALE_MS) return texts.atualizando;
  return age < TICK_MS ? texts.atualizadoAgora : texts.atualizado(ageText);
}

/** The current time, updated every second while the tab is visible. */
function useSecond(): number {
  const [now, setNow] = useState(() => serverNow().getTime());
  useEffect(() => {
    const tick = (): void => {
      if (!document.hidden) setNow(serverNow().getTime());
    };
    const timer = window.setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return now;
}

/** {@link Updated} for one query. */
export function UpdatedOf({ query }: { query: UseQueryResult<unknown> }): React.JSX.Element {
  return <Updated at={query.dataUpdatedAt} failed={query.isError} fetching={query.isFetching} />;
}
