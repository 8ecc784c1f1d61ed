import { formatInteger } from "@malote/syntax";
import { Group, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { OperatorState } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { AlertStrip } from "../../../ui/feedback/AlertStrip.tsx";
import { alertsOf } from "./alerts.ts";

const { faixa: texts } = operationTexts;

/** The alerts that need an operator; one calm line if there are none. */
export function Strip({ strip }: { strip: OperatorState["faixa"] }): React.JSX.Element {
  const alerts = alertsOf(strip);
  if (alerts.length > 0) {
    return (
      <nav aria-label={texts.titulo}>
        <AlertStrip alerts={alerts} />
      </nav>
    );
  }
  return (
    <Group component="p" gap={8} wrap="nowrap" mih={32} c="var(--text-2)">
      <IconCircleCheck
        size={18}
        stroke={1.6}
        color="var(--ok-icon)"
        style={{ flex: "none" }}
        aria-hidden="true"
      />
      <span>
        <Text inherit component="b" fw={550} c="var(--text)">
          {texts.calma}.
        </Text>{" "}
        {texts.calmaTexto(formatInteger(strip.caixas))}
      </span>
    </Group>
  );
}
