import { Button, Group, Text } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { operatorStateQuery } from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { formatNearInstant } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import classes from "../operation.module.css";
import { useAct } from "../use-act.ts";
import { resumeCollection } from "./pause.ts";

const { pausa: texts } = operationTexts;

/**
 * Banner while the collection of all mailboxes is paused: since when, by whom, why, and a resume
 * button.
 */
export function PauseBanner(): React.JSX.Element | null {
  const timeZone = useTimeZone();
  const now = useNow();
  const { data } = useQuery(operatorStateQuery);
  const [busy, act] = useAct();
  if (!data?.pausa.pausada) return null;
  const { pausadaDesde, quem, motivo } = data.pausa;
  const since = pausadaDesde && texts.desde(formatNearInstant(pausadaDesde, now, timeZone), quem ?? "");
  return (
    <Group
      component="section"
      gap={12}
      px="var(--gutter)"
      py={8}
      bg="var(--warn-soft)"
      className={classes.banner}
      aria-label={texts.pausada}
    >
      <IconPlayerPause size={18} stroke={1.6} color="var(--warn-icon)" aria-hidden="true" />
      <Text inherit flex={1} miw={200}>
        <b>{texts.pausada}</b> {since}
        {motivo && (
          <Text component="span" display="block" size="xs" c="var(--text-2)">
            {motivo}
          </Text>
        )}
      </Text>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} stroke={1.6} aria-hidden="true" />}
        disabled={busy}
        onClick={() => act(resumeCollection)}
      >
        {texts.retomar}
      </Button>
    </Group>
  );
}
