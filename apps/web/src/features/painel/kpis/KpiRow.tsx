import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import { Link } from "react-router-dom";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import type { Kpi } from "./build-kpis.ts";
import classes from "./KpiRow.module.css";

const { kpis: t } = texts;
const LABELS = [t.emails, t.dfe, ...TIPOS_NOTA.map(formatTipoNota), t.divergencias, t.abertas];

/** A row of nine numbers, each linked to what it counts; placeholders until they are known. */
export function KpiRow({ kpis, busy }: { kpis: readonly Kpi[] | null; busy: boolean }): React.JSX.Element {
  return (
    <ul className={classes.kpis} aria-label={t.rotulo} aria-busy={busy || kpis === null}>
      {kpis === null
        ? LABELS.map((nome) => (
            <li key={nome} className={classes.kpi}>
              <span className={classes.elo}>
                <span className={classes.nome}>{nome}</span>
                <span className={classes.numero} role="status" aria-label={general.carregando}>
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
