import { STATUS_PALAVRA } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import { IconCloudQuestion } from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { consultas as textos } from "../../textos/manifestacao.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatQuando } from "../../ui/quando.ts";
import classes from "./Abas.module.css";

type Consulta = Nota["consultas"][number];

/** Every consulta of the document at SEFAZ: answer, origin and time. */
export function AbaConsultas({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const { consultas, sefazProximaEm } = nota;
  const proxima = sefazProximaEm && textos.proxima(formatQuando(sefazProximaEm, new Date(), zona));
  if (consultas.length === 0) {
    return (
      <EmptyState icone={IconCloudQuestion} titulo={textos.vazio}>
        {[textos.vazioTexto, proxima].filter(Boolean).join(" ")}
      </EmptyState>
    );
  }
  return (
    <>
      {proxima && <p className={classes.proxima}>{proxima}.</p>}
      <ol className={classes.eventos}>
        {consultas.map((consulta, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two consultas may be identical, to the millisecond
          <li key={index}>
            <div>
              <b>{respostaOf(consulta)}</b>
              <span>{detalheOf(consulta)}</span>
              {consulta.falha && <p className={classes.eventoTexto}>{consulta.falha}</p>}
            </div>
            <div className={classes.eventoFim}>
              <span className="num">{consulta.quando ? formatDataHora(consulta.quando, zona) : "–"}</span>
              <span>
                {consulta.quem === null ? textos.origens[consulta.origem] : textos.pessoa(consulta.quem)}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function respostaOf({ cStat, xMotivo }: Consulta): string {
  if (cStat === null) return textos.semResposta;
  const known: Readonly<Record<string, string>> = STATUS_PALAVRA;
  return `${cStat} ${xMotivo || known[cStat] || ""}`.trim();
}

function detalheOf({ servico, autorizador, cStat, duracaoMs }: Consulta): string {
  const demora = (duracaoMs / 1_000).toLocaleString("pt-BR", { maximumFractionDigits: 1 });
  const segundos = duracaoMs < 100 ? textos.instante : `${demora} s`;
  return [
    textos.servicos[servico],
    autorizador && textos.autorizador(autorizador === "AN" ? textos.nacional : autorizador),
    cStat && textos.demorou(segundos),
  ]
    .filter(Boolean)
    .join(" · ");
}
