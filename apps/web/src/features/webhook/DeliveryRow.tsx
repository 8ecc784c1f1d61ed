import { formatDateTime } from "@malote/syntax";
import { Badge, Button, Group, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconCircleX, type TablerIcon } from "@tabler/icons-react";
import { useState } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type Delivery, deliveryQuery, resendDelivery } from "../../rpc/conta/webhooks.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { general } from "../../texts/app/general.ts";
import { CodeBlock } from "../../ui/documento/CodeBlock.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import classes from "./Deliveries.module.css";

const { registro } = texts;
const STATES: Readonly<Record<Delivery["estado"], { icon: TablerIcon; colour: string }>> = {
  entregue: { icon: IconCircleCheck, colour: "var(--ok-text)" },
  pendente: { icon: IconCircleDashed, colour: "var(--text-2)" },
  falhou: { icon: IconCircleX, colour: "var(--bad-text)" },
};

/** One delivery; expanded, it shows the request and the response. */
export function DeliveryRow({
  delivery,
  webhookAtivo,
}: {
  delivery: Delivery;
  webhookAtivo: boolean;
}): React.JSX.Element {
  const [opened, setOpened] = useState(false);
  const timeZone = useTimeZone();
  const { estado, tipo, status, ms, erro, tentativas, criadoEm, proximaEm } = delivery;
  const { icon: Icon, colour } = STATES[estado];
  return (
    <li className={classes.delivery} data-estado={estado}>
      <Group
        component={UnstyledButton}
        gap="4px 12px"
        w="100%"
        mih={44}
        py={8}
        fz="sm"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <Group component="span" gap={6} miw={92} c={colour} fw={550}>
          <Icon size={16} stroke={1.8} aria-hidden="true" />
          {texts.estados[estado]}
        </Group>
        <Badge component="span">{texts.tipoDe(tipo)}</Badge>
        <Text span size="xs" c="var(--text-2)" className="num">
          {criadoEm && formatDateTime(criadoEm, timeZone)}
        </Text>
        <Text span size="xs" c="var(--text-2)">
          {[
            status === null ? null : `HTTP ${status}`,
            ms === null ? null : `${ms} ms`,
            tentativas > 0 ? registro.tentativas(tentativas) : null,
            estado === "pendente" && tentativas > 0 && proximaEm
              ? registro.proxima(formatDateTime(proximaEm, timeZone))
              : null,
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </Text>
        {erro && (
          <Text span size="xs" c="var(--text-2)" flex="1 0 100%">
            {erro}
          </Text>
        )}
      </Group>
      {opened && <DeliveryDetail delivery={delivery} webhookAtivo={webhookAtivo} />}
    </li>
  );
}

function DeliveryDetail({
  delivery,
  webhookAtivo,
}: {
  delivery: Delivery;
  webhookAtivo: boolean;
}): React.JSX.Element | null {
  const query = useQuery(deliveryQuery(delivery.id));
  const resend = async (): Promise<void> => {
    try {
      await resendDelivery(delivery.id);
      showToast(registro.reenviada);
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  if (query.isPending) {
    return <Skeleton role="status" aria-label={general.carregando} h={56} my={12} />;
  }
  if (query.data === undefined) {
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  }
  const { corpo: body, resposta } = query.data;
  return (
    <Stack gap={12} pb={16} miw={0}>
      <CodeBlock label={registro.enviado}>{indent(body)}</CodeBlock>
      {resposta ? (
        <CodeBlock label={registro.respondido}>{resposta}</CodeBlock>
      ) : (
        <Text size="xs" c="dimmed">
          {delivery.status === null ? registro.semResposta : registro.vazia}
        </Text>
      )}
      {delivery.tipo !== "teste" && delivery.estado !== "pendente" && webhookAtivo && (
        <div>
          <Button variant="default" onClick={() => void resend()}>
            {registro.reenviar}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
