import { formatInteiro } from "@malote/syntax";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos, caixa as textosCaixa } from "../../textos/caixas.ts";
import { geral } from "../../textos/geral.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatEm, formatHa, formatQuando } from "../../ui/quando.ts";
import { CaixaStatus } from "./CaixaStatus.tsx";
import classes from "./SaudePainel.module.css";
import { bareQuando, estadoOf, isFalhando, silencioOf } from "./saude.ts";

/** The health of a mailbox with its history: since when, how often, and the next collection. */
export function SaudePainel({ caixa, zona }: { caixa: Caixa; zona: string }): React.JSX.Element {
  const { saude: t } = textosCaixa;
  const agora = useAgora();
  const when = (instante: Date | null): string =>
    instante ? formatQuando(instante, agora, zona) : geral.nenhumValor;
  const linhas: [string, string][] = [
    [t.linhas.ultima, caixa.ultimaColeta ? formatHa(caixa.ultimaColeta, agora, zona) : textos.semColeta],
    [
      isFalhando(caixa) ? t.linhas.tentativa : t.linhas.proxima,
      caixa.estado === "coletando"
        ? textos.coletandoAgora
        : caixa.proximaColeta
          ? formatEm(caixa.proximaColeta, agora, zona)
          : geral.nenhumValor,
    ],
    [t.linhas.hoje, formatInteiro(caixa.emailsHoje)],
    [t.linhas.total, formatInteiro(caixa.emailsTotal)],
    [t.linhas.ultimoEmail, when(caixa.ultimoEmailEm)],
  ];
  return (
    <section className={classes.saude} aria-labelledby="saude">
      <header className={classes.topo}>
        <h2 id="saude" className="t-secao">
          {t.titulo}
        </h2>
        <CaixaStatus estado={estadoOf(caixa)} />
      </header>
      {isFalhando(caixa) && <p className={classes.causa}>{caixa.ultimoErro}</p>}
      {historyOf(caixa, when, silencioOf(caixa, agora, zona)).map((sentence) => (
        <p key={sentence} className={classes.historia}>
          {sentence}
        </p>
      ))}
      <dl className={classes.linhas}>
        {linhas.map(([rotulo, valor]) => (
          <div key={rotulo}>
            <dt>{rotulo}</dt>
            <dd className="num">{valor}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The history of the mailbox, one sentence each. */
function historyOf(caixa: Caixa, when: (instante: Date | null) => string, silencio: string | null): string[] {
  const { saude: t } = textosCaixa;
  if (isFalhando(caixa)) {
    const since = caixa.erroDesde ?? caixa.ultimoErroEm;
    const times = Math.max(1, caixa.falhasSeguidas);
    return [
      ...(since ? [t.falhando(times === 1 ? when(since) : bareQuando(when(since)), times)] : []),
      caixa.ultimaColeta ? `${t.guardados} ${t.retoma(when(caixa.ultimaColeta))}` : t.guardados,
    ];
  }
  if (silencio !== null) return [silencio];
  return [caixa.ultimaColeta ? t.bem : t.primeira];
}
