import { DELIVERY_STATES, type DeliveryState, PAGE_SIZE } from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { Box, Button, Group, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { serverNow } from "../../network/clock.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { deliveriesQuery, resendFailed, type Webhook } from "../../rpc/conta/webhooks.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { general } from "../../texts/app/general.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { DrawerBody } from "../../ui/form/DrawerForm.tsx";
import { DeliveryRow } from "./DeliveryRow.tsx";
import { WebhookActions } from "./WebhookActions.tsx";

const { registro } = texts;
const DAY_MS = 86_400_000;
const PERIODS = [
  { value: "1", label: registro.dia },
  { value: "7", label: registro.semana },
  { value: "30", label: registro.mes },
];

/** The state and the actions of a webhook, above the log of its deliveries. */
export function Deliveries(props: {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (segredo: string) => void;
  onDeleted: () => void;
}): React.JSX.Element {
  const { webhook } = props;
  const timeZone = useTimeZone();
  return (
    <DrawerBody>
      {webhook.motivo !== null && webhook.desativadoEm !== null && (
        <Alert tone={webhook.motivo === "pessoa" ? "aviso" : "recusa"}>
          <b>{texts.motivos[webhook.motivo]}</b>
          <br />
          {texts.parado(formatDateTime(webhook.desativadoEm, timeZone))}
        </Alert>
      )}
      <Text size="xs" c="dimmed" className="mono wrap-anywhere">
        {webhook.url}
      </Text>
      <WebhookActions {...props} />
      <DeliveryLog webhook={webhook} />
    </DrawerBody>
  );
}

function DeliveryLog({ webhook }: { webhook: Webhook }): React.JSX.Element {
  const [state, setState] = useState<DeliveryState | null>(null);
  const [page, setPage] = useState(1);
  const query = useQuery(deliveriesQuery(webhook.id, state, page));
  const options = DELIVERY_STATES.map((each) => ({ value: each as string, label: texts.estados[each] }));
  const total = query.data?.total ?? 0;
  return (
    <Stack component="section" gap={12} miw={0} aria-label={registro.titulo}>
      <Group justify="space-between" gap={8}>
        <h3 className="t-secao">{registro.titulo}</h3>
        <NativeSelect
          aria-label={registro.estado}
          value={state ?? ""}
          data={[{ value: "", label: registro.todas }, ...options]}
          onChange={({ currentTarget }) => {
            setState(DELIVERY_STATES.find((each) => each === currentTarget.value) ?? null);
            setPage(1);
          }}
        />
      </Group>
      {webhook.falhas > 0 && webhook.ativo && <ResendFailures webhookId={webhook.id} />}
      {query.isPending && <Skeleton role="status" aria-label={general.carregando} h={56} />}
      {query.isError && query.data === undefined && (
        <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data?.deliveries.length === 0 && (
        <Box py={20}>
          <Text size="sm" c="var(--text-2)">
            {state === null ? registro.nenhuma : registro.nenhumaAssim}
          </Text>
          {state === null && (
            <Text size="xs" c="dimmed">
              {registro.nenhumaTexto}
            </Text>
          )}
        </Box>
      )}
      <ul>
        {query.data?.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhookAtivo={webhook.ativo} />
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Group justify="space-between" gap={8}>
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {registro.recentes}
          </Button>
          <Button variant="default" disabled={page * PAGE_SIZE >= total} onClick={() => setPage(page + 1)}>
            {registro.anteriores}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function ResendFailures({ webhookId }: { webhookId: string }): React.JSX.Element {
  const [days, setDays] = useState("1");
  const resend = async (): Promise<void> => {
    try {
      const resentCount = await resendFailed(
        webhookId,
        new Date(serverNow().getTime() - Number(days) * DAY_MS),
      );
      showToast(registro.reenviadas(resentCount));
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  return (
    <Group justify="space-between" gap={8}>
      <NativeSelect
        aria-label={registro.desde}
        value={days}
        data={PERIODS}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <Button variant="default" onClick={() => void resend()}>
        {registro.reenviarFalhas}
      </Button>
    </Group>
  );
}
