import { formatDataHora } from "@malote/syntax";
import { IconCircleCheck, IconCircleDashed, IconCircleX, type TablerIcon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { type Entrega, entregaQuery, resendEntrega } from "../../rpc/webhooks.ts";
import { geral } from "../../textos/geral.ts";
import { webhook as textos } from "../../textos/webhook.ts";
import { Botao } from "../../ui/Botao.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./webhook.module.css";

const { registro } = textos;
const DESENHOS: Readonly<Record<Entrega["estado"], TablerIcon>> = {
  entregue: IconCircleCheck,
  pendente: IconCircleDashed,
  falhou: IconCircleX,
};

/** One delivery; expanded, it shows the request and the response. */
export function EntregaLinha({ entrega, ligado }: { entrega: Entrega; ligado: boolean }): React.JSX.Element {
  const [aberta, setAberta] = useState(false);
  const zona = useZona();
  const { estado, tipo, status, ms, erro, tentativas, criadoEm, proximaEm } = entrega;
  const Icone = DESENHOS[estado];
  return (
    <li className={classes.entrega} data-estado={estado}>
      <button
        type="button"
        className={classes.resumo}
        aria-expanded={aberta}
        onClick={() => setAberta(!aberta)}
      >
        <span className={classes.estado} data-estado={estado}>
          <Icone size={16} stroke={1.8} aria-hidden="true" />
          {textos.estados[estado]}
        </span>
        <span className={classes.tipo}>{textos.tipoDe(tipo)}</span>
        <span className={classes.quando}>{criadoEm && formatDataHora(criadoEm, zona)}</span>
        <span className={classes.numeros}>
          {[
            status === null ? null : `HTTP ${status}`,
            ms === null ? null : `${ms} ms`,
            tentativas > 0 ? registro.tentativas(tentativas) : null,
            estado === "pendente" && tentativas > 0 && proximaEm
              ? registro.proxima(formatDataHora(proximaEm, zona))
              : null,
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
        {erro && <span className={classes.erro}>{erro}</span>}
      </button>
      {aberta && <Detalhe entrega={entrega} ligado={ligado} />}
    </li>
  );
}

function Detalhe({ entrega, ligado }: { entrega: Entrega; ligado: boolean }): React.JSX.Element | null {
  const query = useQuery(entregaQuery(entrega.id));
  const resend = async (): Promise<void> => {
    try {
      await resendEntrega(entrega.id);
      avisar(registro.reenviada);
    } catch (error) {
      avisarFalha(explainFalha(error));
    }
  };
  if (query.isPending) {
    return <div role="status" aria-label={geral.carregando} className={classes.esqueleto} />;
  }
  if (query.data === undefined) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  const { corpo, resposta } = query.data;
  return (
    <div className={classes.detalhe}>
      <Texto rotulo={registro.enviado} texto={indent(corpo)} />
      {resposta ? (
        <Texto rotulo={registro.respondido} texto={resposta} />
      ) : (
        <p className={classes.segunda}>{entrega.status === null ? registro.semResposta : registro.vazia}</p>
      )}
      {entrega.tipo !== "teste" && entrega.estado !== "pendente" && ligado && (
        <div>
          <Botao onClick={() => void resend()}>{registro.reenviar}</Botao>
        </div>
      )}
    </div>
  );
}

function Texto({ rotulo, texto }: { rotulo: string; texto: string }): React.JSX.Element {
  return (
    <div className={classes.bloco}>
      <p className="campo-rotulo">{rotulo}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus */}
      <pre className={classes.codigo} tabIndex={0}>
        {texto}
      </pre>
    </div>
  );
}

function indent(corpo: string): string {
  try {
    return JSON.stringify(JSON.parse(corpo), null, 2);
  } catch {
    return corpo;
  }
}
