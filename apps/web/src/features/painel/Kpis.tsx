import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import { Link } from "react-router-dom";
import { geral } from "../../textos/geral.ts";
import { painel as textos } from "../../textos/painel.ts";
import classes from "./Kpis.module.css";
import type { Kpi } from "./kpis.ts";

const { kpis: t } = textos;
const NOMES = [t.emails, t.dfe, ...TIPOS_NOTA.map(formatTipoNota), t.divergencias, t.abertas];

/** A row of nine numbers, each linked to what it counts; placeholders until they are known. */
export function Kpis({
  kpis,
  ocupado,
}: {
  kpis: readonly Kpi[] | null;
  ocupado: boolean;
}): React.JSX.Element {
  return (
    <ul className={classes.kpis} aria-label={t.rotulo} aria-busy={ocupado || kpis === null}>
      {kpis === null
        ? NOMES.map((nome) => (
            <li key={nome} className={classes.kpi}>
              <span className={classes.elo}>
                <span className={classes.nome}>{nome}</span>
                <span className={classes.numero} role="status" aria-label={geral.carregando}>
                  <span className={classes.espera} />
                </span>
              </span>
            </li>
          ))
        : kpis.map(({ chave, nome, numero, nota, to, cor, atencao }) => (
            <li key={chave} className={classes.kpi}>
              <Link to={to} className={classes.elo} data-kpi={chave}>
                <span className={classes.nome}>
                  {cor !== undefined && (
                    <span className={classes.quadro} style={{ background: `var(--grafico-${cor})` }} />
                  )}
                  {nome}
                </span>
                <span className={`${classes.numero} num`} data-atencao={atencao || undefined}>
                  {numero}
                </span>
                <span className={classes.nota} title={nota}>
                  {nota}
                </span>
              </Link>
            </li>
          ))}
    </ul>
  );
}
