import { formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import { Box, Group, Skeleton, Text } from "@mantine/core";
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
    <Box
      component="ul"
      mx="var(--h-gutter)"
      mt={22}
      opacity={busy ? 0.6 : undefined}
      className={classes.kpis}
      aria-label={t.rotulo}
      aria-busy={busy || kpis === null}
    >
      {kpis?.map((kpi) => (
        <li key={kpi.chave} className={classes.kpi}>
          <KpiLink {...kpi} />
        </li>
      ))}
      {kpis === null &&
        LABELS.map((name) => (
          <li key={name} className={classes.kpi}>
            <KpiName name={name} />
            <Skeleton w={64} h={18} my={6} role="status" aria-label={general.carregando} />
          </li>
        ))}
    </Box>
  );
}

function KpiLink({ chave, nome, numero, nota, inteira, to, cor, atencao }: Kpi): React.JSX.Element {
  return (
    <Link to={to} data-kpi={chave}>
      <KpiName name={nome} color={cor} />
      <Text
        span
        display="block"
        fz="var(--fs-kpi)"
        lh="30px"
        fw={600}
        lts="-0.02em"
        c={atencao ? "var(--warn-text)" : undefined}
        className="num"
      >
        {numero}
      </Text>
      <Text span display="block" mih={20} className="t-rotulo num" title={inteira}>
        {nota}
      </Text>
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
