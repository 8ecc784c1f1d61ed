import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { type Webhook, webhooksQuery } from "../../rpc/webhooks.ts";
import { geral } from "../../textos/geral.ts";
import { webhook as textos } from "../../textos/webhook.ts";
import { useAgora } from "../../ui/agora.ts";
import { Botao } from "../../ui/Botao.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { formatHa } from "../../ui/quando.ts";
import { type Abertura, WebhookGaveta } from "./WebhookGaveta.tsx";
import classes from "./webhook.module.css";

/** The webhooks of the conta with the state of each; each one opens its log. */
export function WebhooksSecao(): React.JSX.Element {
  const query = useQuery(webhooksQuery);
  const [abertura, setAbertura] = useState<Abertura | null>(null);
  const novo = () => setAbertura({ modo: "editar", id: null });
  const aberto = query.data?.find(({ id }) => id === abertura?.id) ?? null;
  return (
    <>
      <Lista query={query} onNovo={novo} onAbrir={(id) => setAbertura({ modo: "entregas", id })} />
      <WebhookGaveta
        abertura={abertura}
        webhook={aberto}
        onAbrir={setAbertura}
        onClose={() => setAbertura(null)}
      />
    </>
  );
}

function Lista(props: {
  query: ReturnType<typeof useQuery<Webhook[]>>;
  onNovo: () => void;
  onAbrir: (id: string) => void;
}): React.JSX.Element {
  const { query, onNovo, onAbrir } = props;
  if (query.isPending) return <Esqueleto />;
  if (query.data === undefined) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  const botao = (
    <Botao variante="cheia" icone={<IconPlus size={16} stroke={1.8} aria-hidden="true" />} onClick={onNovo}>
      {textos.novo}
    </Botao>
  );
  if (query.data.length === 0) {
    return (
      <EmptyState icone={IconWebhook} titulo={textos.nenhum} acao={botao}>
        {textos.nenhumTexto}
      </EmptyState>
    );
  }
  return (
    <div className={classes.secao}>
      <div className={classes.topo}>{botao}</div>
      <ul aria-label={textos.lista} className={classes.lista}>
        {query.data.map((webhook) => (
          <Linha key={webhook.id} webhook={webhook} onAbrir={onAbrir} />
        ))}
      </ul>
    </div>
  );
}

function Linha({ webhook, onAbrir }: { webhook: Webhook; onAbrir: (id: string) => void }): React.JSX.Element {
  const { id, descricao, url, tipos, motivo, pendentes, falhas, falhasSeguidas } = webhook;
  const agora = useAgora();
  const zona = useZona();
  const { ultimaEntregaEm } = webhook;
  return (
    <li className={classes.linha} data-linha={id}>
      <div className={classes.nome}>
        <button
          type="button"
          className={classes.abrir}
          aria-label={textos.abrir(descricao)}
          onClick={() => onAbrir(id)}
        >
          {descricao}
        </button>
        <span className={`${classes.url} mono`}>{url}</span>
      </div>
      <ul className={classes.tipos} aria-label={textos.campos.tipos}>
        {tipos.map((tipo) => (
          <li key={tipo} className={classes.tipo}>
            {textos.tipos[tipo]}
          </li>
        ))}
      </ul>
      <div className={classes.saude}>
        <span className={motivo === null ? classes.bem : classes.ruim}>
          {motivo === null ? textos.ativo : textos.motivos[motivo]}
        </span>
        <span>
          {ultimaEntregaEm === null ? textos.nunca : textos.ultima(formatHa(ultimaEntregaEm, agora, zona))}
        </span>
        {pendentes > 0 && <span>{textos.esperando(pendentes)}</span>}
        {falhas > 0 && <span className={classes.ruim}>{textos.falhas(falhas)}</span>}
        {falhasSeguidas > 0 && motivo === null && (
          <span className={classes.aviso}>{textos.falhando(falhasSeguidas)}</span>
        )}
      </div>
    </li>
  );
}

function Esqueleto(): React.JSX.Element {
  return (
    <div role="status" aria-label={geral.carregando} className={classes.secao}>
      {["a", "b"].map((linha) => (
        <div key={linha} className={classes.esqueleto} />
      ))}
    </div>
  );
}
