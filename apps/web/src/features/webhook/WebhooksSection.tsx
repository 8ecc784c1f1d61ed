import { Badge, Button, Group, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconPlus, IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type Webhook, webhooksQuery } from "../../rpc/conta/webhooks.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { QueryList } from "../../ui/list/QueryList.tsx";
import { type ListColumn, TwoLines } from "../../ui/list/ResponsiveTable.tsx";
import { useNow } from "../../ui/state/use-now.ts";
import { type DrawerState, WebhookDrawer } from "./WebhookDrawer.tsx";

/** The webhooks of the conta with the state of each; each one opens its log. */
export function WebhooksSection(): React.JSX.Element {
  const query = useQuery(webhooksQuery);
  const [drawer, setDrawer] = useState<DrawerState | null>(null);
  const openedWebhook = query.data?.find(({ id }) => id === drawer?.id) ?? null;
  const newButton = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
      onClick={() => setDrawer({ mode: "editar", id: null })}
    >
      {texts.novo}
    </Button>
  );
  return (
    <>
      {query.data && query.data.length > 0 && (
        <Group justify="flex-end" px="var(--gutter)" py={12}>
          {newButton}
        </Group>
      )}
      <QueryList
        label={texts.lista}
        query={query}
        explain={explainFailure}
        columns={columnsOf(useNow(), useTimeZone(), (id) => setDrawer({ mode: "entregas", id }))}
        keyOf={({ id }) => id}
        rowHeight={64}
        empty={
          <EmptyState icon={IconWebhook} title={texts.nenhum} action={newButton}>
            {texts.nenhumTexto}
          </EmptyState>
        }
      />
      <WebhookDrawer
        drawer={drawer}
        webhook={openedWebhook}
        onOpen={setDrawer}
        onClose={() => setDrawer(null)}
      />
    </>
  );
}

function columnsOf(now: Date, timeZone: string, onOpen: (id: string) => void): ListColumn<Webhook>[] {
  return [
    {
      key: "nome",
      title: texts.campos.descricao,
      name: ({ id, descricao, url }) => ({
        text: descricao,
        label: texts.abrir(descricao),
        open: () => onOpen(id),
        note: (
          <span className="mono" title={url}>
            {url}
          </span>
        ),
      }),
    },
    {
      key: "tipos",
      title: texts.campos.tipos,
      cell: ({ tipos }) => (
        <Group component="span" gap={4}>
          {tipos.map((tipo) => (
            <Badge component="span" key={tipo}>
              {texts.tipos[tipo]}
            </Badge>
          ))}
        </Group>
      ),
    },
    {
      key: "situacao",
      title: texts.situacao,
      cell: (webhook) => <Health webhook={webhook} now={now} timeZone={timeZone} />,
    },
  ];
}

/** Whether the webhook is active, and how its deliveries go. */
function Health(props: { webhook: Webhook; now: Date; timeZone: string }): React.JSX.Element {
  const { motivo, pendentes, falhas, falhasSeguidas, ultimaEntregaEm } = props.webhook;
  const last = ultimaEntregaEm && formatTimeAgo(ultimaEntregaEm, props.now, props.timeZone);
  return (
    <TwoLines
      isStatus
      wrap
      value={
        motivo === null ? (
          <StatusTag tone="ok" icon={IconCircleCheck} word={texts.ativo} />
        ) : (
          <StatusTag tone="ruim" icon={IconCircleX} word={texts.motivos[motivo]} />
        )
      }
      note={
        <>
          {last === null ? texts.nunca : texts.ultima(last)}
          {pendentes > 0 && `, ${texts.esperando(pendentes)}`}
          {falhas > 0 && <Trouble colour="var(--bad-text)">{texts.falhas(falhas)}</Trouble>}
          {falhasSeguidas > 0 && motivo === null && (
            <Trouble colour="var(--warn-text)">{texts.falhando(falhasSeguidas)}</Trouble>
          )}
        </>
      }
    />
  );
}

function Trouble({ colour, children }: { colour: string; children: string }): React.JSX.Element {
  return (
    <>
      {", "}
      <Text span inherit c={colour} fw={550}>
        {children}
      </Text>
    </>
  );
}
