import { ENTREGA_ESTADOS, type EntregaEstado, PAGE_SIZE } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { entregasQuery, resendFalhas, type Webhook } from "../../rpc/webhooks.ts";
import { geral } from "../../textos/geral.ts";
import { webhook as textos } from "../../textos/webhook.ts";
import { Botao } from "../../ui/Botao.tsx";
import { Falha } from "../../ui/Falha.tsx";
import gaveta from "../../ui/Gaveta.module.css";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { Acoes } from "./Acoes.tsx";
import { EntregaLinha } from "./EntregaLinha.tsx";
import classes from "./webhook.module.css";

const { registro } = textos;
const DAY_MS = 86_400_000;
const PERIODOS = [
  { value: "1", label: registro.dia },
  { value: "7", label: registro.semana },
  { value: "30", label: registro.mes },
];

/** The state and the actions of a webhook, above the log of its deliveries. */
export function Entregas(props: {
  webhook: Webhook;
  onEditar: () => void;
  onSegredo: (segredo: string) => void;
  onExcluido: () => void;
}): React.JSX.Element {
  const { webhook } = props;
  const zona = useZona();
  return (
    <div className={gaveta.rolo}>
      {webhook.motivo !== null && webhook.desativadoEm !== null && (
        <div className={classes.parado} role={webhook.motivo === "pessoa" ? "status" : "alert"}>
          <strong>{textos.motivos[webhook.motivo]}</strong>
          <p>{textos.parado(formatDataHora(webhook.desativadoEm, zona))}</p>
        </div>
      )}
      <p className={`${classes.url} mono`}>{webhook.url}</p>
      <Acoes {...props} />
      <Registro webhook={webhook} />
    </div>
  );
}

function Registro({ webhook }: { webhook: Webhook }): React.JSX.Element {
  const [estado, setEstado] = useState<EntregaEstado | null>(null);
  const [pagina, setPagina] = useState(1);
  const query = useQuery(entregasQuery(webhook.id, estado, pagina));
  const opcoes = ENTREGA_ESTADOS.map((each) => ({ value: each as string, label: textos.estados[each] }));
  const total = query.data?.total ?? 0;
  return (
    <section className={classes.registro} aria-label={registro.titulo}>
      <div className={classes.barra}>
        <h3 className="t-secao">{registro.titulo}</h3>
        <NativeSelect
          aria-label={registro.estado}
          value={estado ?? ""}
          data={[{ value: "", label: registro.todas }, ...opcoes]}
          onChange={({ currentTarget }) => {
            setEstado(ENTREGA_ESTADOS.find((each) => each === currentTarget.value) ?? null);
            setPagina(1);
          }}
        />
      </div>
      {webhook.falhas > 0 && webhook.ativo && <ReenviarFalhas webhookId={webhook.id} />}
      {query.isPending && <div role="status" aria-label={geral.carregando} className={classes.esqueleto} />}
      {query.isError && query.data === undefined && (
        <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data?.entregas.length === 0 && (
        <div className={classes.vazio}>
          <p>{estado === null ? registro.nenhuma : registro.nenhumaAssim}</p>
          {estado === null && <p className={classes.segunda}>{registro.nenhumaTexto}</p>}
        </div>
      )}
      <ul className={classes.entregas}>
        {query.data?.entregas.map((entrega) => (
          <EntregaLinha key={entrega.id} entrega={entrega} ligado={webhook.ativo} />
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <div className={classes.barra}>
          <Botao disabled={pagina === 1} onClick={() => setPagina(pagina - 1)}>
            {registro.recentes}
          </Botao>
          <Botao disabled={pagina * PAGE_SIZE >= total} onClick={() => setPagina(pagina + 1)}>
            {registro.anteriores}
          </Botao>
        </div>
      )}
    </section>
  );
}

function ReenviarFalhas({ webhookId }: { webhookId: string }): React.JSX.Element {
  const [dias, setDias] = useState("1");
  const resend = async (): Promise<void> => {
    try {
      const n = await resendFalhas(webhookId, new Date(Date.now() - Number(dias) * DAY_MS));
      avisar(registro.reenviadas(n));
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
  };
  return (
    <div className={classes.barra}>
      <NativeSelect
        aria-label={registro.desde}
        value={dias}
        data={PERIODOS}
        onChange={({ currentTarget }) => setDias(currentTarget.value)}
      />
      <Botao onClick={() => void resend()}>{registro.reenviarFalhas}</Botao>
    </div>
  );
}
