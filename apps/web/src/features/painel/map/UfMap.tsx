import { formatDecimal, formatInteger, formatReais } from "@malote/syntax";
import { Box, Group, useComputedColorScheme } from "@mantine/core";
import { Link } from "react-router-dom";
import type { UfData } from "../../../rpc/documents/painel.ts";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { type Shade, shadeOf, shadeOfClass } from "../round-scale.ts";
import { Swatch } from "../Swatch.tsx";
import classes from "./UfBreakdown.module.css";
import { FOREIGN, type Measure, measureOf, TILE_POSITIONS } from "./uf-rows.ts";

const { ufs: t } = texts;

type UfMapProps = {
  rows: readonly UfData[];
  measure: Measure;
  bounds: readonly number[];
  highlighted: string | null;
  hrefOf: (uf: string) => string;
  busy: boolean;
};

/** The 27 UFs as tiles, each linked to its documents; foreign and unknown UFs are below the map. */
export function UfMap(props: UfMapProps): React.JSX.Element {
  const { rows, measure, bounds, highlighted, hrefOf, busy } = props;
  const paintOf = useTilePaint();
  const rowOf = (uf: string | null): UfData | undefined => rows.find((row) => row.uf === uf);
  return (
    <>
      <Box
        component="nav"
        mt={14}
        className={classes.map}
        data-measure={measure}
        aria-label={t.mapa}
        aria-busy={busy}
        opacity={busy ? 0.6 : undefined}
      >
        {Object.entries(TILE_POSITIONS).map(([uf, [column, gridRow]]) => {
          const row = rowOf(uf);
          const style = { gridColumn: column, gridRow };
          if (!row) return <Tile key={uf} name={uf} count={general.nenhumValor} style={style} />;
          return (
            <Box
              component={Link}
              key={uf}
              to={hrefOf(uf)}
              className={classes.tile}
              {...paintOf(shadeOf(measureOf(row, measure), bounds))}
              data-uf={uf}
              data-alvo={highlighted === uf || undefined}
              style={style}
              aria-label={t.ladrilho(uf, formatInteger(row.quantidade), formatReais(row.valor))}
            >
              <b>{uf}</b>
              <span className="num">{measureText(row, measure)}</span>
            </Box>
          );
        })}
      </Box>
      <Group gap={4} mt={16}>
        {[FOREIGN, null].map((uf) => {
          const row = rowOf(uf);
          if (!row) return null;
          const name = uf === FOREIGN ? t.exterior : t.desconhecida;
          return <Tile key={name} name={name} count={measureText(row, measure)} style={{ width: 128 }} />;
        })}
      </Group>
      <Group component="ul" gap="6px 14px" mt={18} aria-label={t.legenda}>
        <LegendItem bg={paintOf(0).bg}>{t.nenhum}</LegendItem>
        {rows.length > 0 &&
          [...bounds, null].map((ate, classe) => (
            <LegendItem key={ate ?? "mais"} bg={paintOf(shadeOfClass(classe, bounds)).bg}>
              {classText(bounds, classe, measure)}
            </LegendItem>
          ))}
      </Group>
    </>
  );
}

type TilePaint = { bg: string; c: string };

/** The colours of a shade; in the dark theme, greater values are lighter. */
function useTilePaint(): (shade: Shade) => TilePaint {
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  return (shade) => {
    if (shade === 0) return { bg: "var(--neutral-soft)", c: "var(--text-3)" };
    const shown = dark ? REVERSED[shade] : shade;
    return { bg: `var(--mantine-color-malote-${shown})`, c: shown < 6 ? "malote.9" : "var(--on-accent)" };
  };
}

const REVERSED = { 1: 8, 2: 6, 3: 3, 6: 2, 8: 1 } as const;

/** A UF without documents, or outside the map. */
function Tile(props: { name: string; count: string; style: React.CSSProperties }): React.JSX.Element {
  const { name, count, style } = props;
  return (
    <Box className={classes.tile} bg="var(--neutral-soft)" c="var(--text-3)" style={style}>
      <b>{name}</b>
      <span className="num">{count}</span>
    </Box>
  );
}

function LegendItem({ bg, children }: { bg: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <Group component="li" className="t-rotulo" gap={6} c="var(--text-2)">
      <Swatch color={bg} />
      {children}
    </Group>
  );
}

function measureText(row: UfData, measure: Measure): string {
  return measure === "quantidade" ? formatInteger(row.quantidade) : shortenReais(Number(row.valor));
}

function classText(bounds: readonly number[], classe: number, measure: Measure): string {
  const write = (value: number): string =>
    measure === "quantidade" ? formatInteger(value) : shortenReais(value);
  const [before = 0, ate] = [bounds[classe - 1], bounds[classe]];
  if (ate === undefined) return t.acima(write(before));
  if (measure === "valor") return t.ate(write(ate));
  return t.faixa(write(before + 1), write(ate));
}

/** A short amount for a tile: "R$ 2,2 mi". The table next to the map shows the centavos. */
function shortenReais(value: number): string {
  const [unit, word] = UNITS.find(([each]) => value >= each) ?? [1, ""];
  const short = value / unit;
  return `R$ ${formatDecimal(short.toFixed(short < 10 && unit > 1 ? 1 : 0))}${word}`;
}

const UNITS: readonly (readonly [number, string])[] = [
  [1e9, " bi"],
  [1e6, " mi"],
  [1e3, " mil"],
];
