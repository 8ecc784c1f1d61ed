import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import { Group, Skeleton } from "@mantine/core";
import { Link } from "react-router-dom";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { Swatch } from "../Swatch.tsx";
import classes from "../Totals.module.css";
import type { Kpi } from "./build-kpis.ts";

const { kpis: t } = texts;
const LABELS = [t.emails, t.dfe, ...TIPOS_NOTA.map(formatTipoNota), t.divergencias, t.abertas];

/** A row of nine numbers, each linked to what it counts; placeholders until they are known. */
export function KpiRow({ kpis, busy }: { kpis: readonly Kpi[] | null; busy: boolean }): React.JSX.Element {
  return (
    <ul className={classes.kpis} aria-label={t.rotulo} aria-busy={busy || kpis === null}>
      {kpis?.map((kpi) => (
        <li key={kpi.chave} className={classes.kpi}>
          <KpiLink {...kpi} />
        </li>
      ))}
      {kpis === null &&
        LABELS.map((name) => (
          <li key={name} className={classes.kpi}>
            <KpiName name={name} />
            <div className={classes.number} role="status" aria-label={general.carregando}>
              <Skeleton w={64} h={18} mt={6} mb={6} />
            </div>
          </li>
        ))}
    </ul>
  );
}

function KpiLink({ chave, nome, numero, nota, to, cor, atencao }: Kpi): React.JSX.Element {
  return (
    <Link to={to} data-kpi={chave}>
      <KpiName name={nome} color={cor} />
      <span className={`${classes.number} num`} style={atencao ? { color: "var(--warn-text)" } : undefined}>
        {numero}
      </span>
      <span className={`${classes.note} t-rotulo`} title={nota}>
        {nota}
      </span>
    </Link>
  );
}

function KpiName({ name, color }: { name: string; color?: number | undefined }): React.JSX.Element {
  return (
    <Group component="span" className="t-rotulo" gap={7} wrap="nowrap" h={20} c="var(--text-2)">
      {color !== undefined && <Swatch color={`var(--grafico-${color})`} />}
      {name}
    </Group>
  );
}
