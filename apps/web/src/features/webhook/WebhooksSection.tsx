import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type Webhook, webhooksQuery } from "../../rpc/conta/webhooks.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { webhookTexts as texts } from "../../texts/admin/webhook.ts";
import { general } from "../../texts/app/general.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { PlainButton } from "../../ui/form/PlainButton.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import classes from "./Webhook.module.css";
import { type DrawerState, WebhookDrawer } from "./WebhookDrawer.tsx";

/** The webhooks of the conta with the state of each; each one opens its log. */
export function WebhooksSection(): React.JSX.Element {
  const query = useQuery(webhooksQuery);
  const [drawer, setDrawer] = useState<DrawerState | null>(null);
  const openNew = () => setDrawer({ mode: "editar", id: null });
  const openedWebhook = query.data?.find(({ id }) => id === drawer?.id) ?? null;
  return (
    <>
      <WebhookList query={query} onCreate={openNew} onOpen={(id) => setDrawer({ mode: "entregas", id })} />
      <WebhookDrawer
        drawer={drawer}
        webhook={openedWebhook}
        onOpen={setDrawer}
        onClose={() => setDrawer(null)}
      />
    </>
  );
}

function WebhookList(props: {
  query: ReturnType<typeof useQuery<Webhook[]>>;
  onCreate: () => void;
  onOpen: (id: string) => void;
}): React.JSX.Element {
  const { query, onCreate, onOpen } = props;
  if (query.isPending) return <ListSkeleton />;
  if (query.data === undefined) {
    return <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />;
  }
  const newButton = (
    <PlainButton
      variant="cheia"
      icon={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
      onClick={onCreate}
    >
      {texts.novo}
    </PlainButton>
  );
  if (query.data.length === 0) {
    return (
      <EmptyState icon={IconWebhook} title={texts.nenhum} action={newButton}>
        {texts.nenhumTexto}
      </EmptyState>
    );
  }
  return (
    <div className={classes.secao}>
      <div className={classes.topo}>{newButton}</div>
      <ul aria-label={texts.lista} className={classes.lista}>
        {query.data.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  );
}

function WebhookRow({
  webhook,
  onOpen,
}: {
  webhook: Webhook;
  onOpen: (id: string) => void;
}): React.JSX.Element {
  const { id, descricao, url, tipos, motivo, pendentes, falhas, falhasSeguidas } = webhook;
  const now = useNow();
  const timeZone = useTimeZone();
  const { ultimaEntregaEm } = webhook;
  return (
    <li className={classes.linha} data-linha={id}>
      <div className={classes.nome}>
        <button
          type="button"
          className={classes.abrir}
          aria-label={texts.abrir(descricao)}
          onClick={() => onOpen(id)}
        >
          {descricao}
        </button>
        <span className={`${classes.url} mono`}>{url}</span>
      </div>
      <ul className={classes.tipos} aria-label={texts.campos.tipos}>
        {tipos.map((tipo) => (
          <li key={tipo} className={classes.tipo}>
            {texts.tipos[tipo]}
          </li>
        ))}
      </ul>
      <div className={classes.saude}>
        <span className={motivo === null ? classes.bem : classes.ruim}>
          {motivo === null ? texts.ativo : texts.motivos[motivo]}
        </span>
        <span>
          {ultimaEntregaEm === null
            ? texts.nunca
            : texts.ultima(formatTimeAgo(ultimaEntregaEm, now, timeZone))}
        </span>
        {pendentes > 0 && <span>{texts.esperando(pendentes)}</span>}
        {falhas > 0 && <span className={classes.ruim}>{texts.falhas(falhas)}</span>}
        {falhasSeguidas > 0 && motivo === null && (
          <span className={classes.aviso}>{texts.falhando(falhasSeguidas)}</span>
        )}
      </div>
    </li>
  );
}

function ListSkeleton(): React.JSX.Element {
  return (
    <div role="status" aria-label={general.carregando} className={classes.secao}>
      {["a", "b"].map((row) => (
        <div key={row} className={classes.esqueleto} />
      ))}
    </div>
  );
}
