import { formatDecimal, formatInteger, formatReais } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { UfData } from "../../../rpc/documents/painel.ts";
import { general } from "../../../texts/app/general.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { shadeOf, shadeOfClass } from "../round-scale.ts";
import classes from "./UfBreakdown.module.css";
import { FOREIGN, type Measure, measureOf, TILE_POSITIONS } from "./uf-rows.ts";

const { ufs: t } = texts;

/** The UF under the pointer or with the focus, shared by map and table. */
export type UfHighlight = {
  highlighted: string | null;
  onHover: (uf: string | null) => void;
  onFocusUf: (uf: string | null) => void;
};

type UfMapProps = UfHighlight & {
  rows: readonly UfData[];
  measure: Measure;
  bounds: readonly number[];
  hrefOf: (uf: string) => string;
  busy: boolean;
};

/** The 27 UFs as tiles, each linked to its documents; foreign and unknown UFs are below the map. */
export function UfMap({
  rows,
  measure,
  bounds,
  highlighted,
  onHover,
  onFocusUf,
  hrefOf,
  busy,
}: UfMapProps): React.JSX.Element {
  const rowOf = (uf: string | null): UfData | undefined => rows.find((row) => row.uf === uf);
  return (
    <>
      <nav className={classes.mapa} data-medida={measure} aria-label={t.mapa} aria-busy={busy}>
        {Object.entries(TILE_POSITIONS).map(([uf, [column, gridRow]]) => {
          const row = rowOf(uf);
          const style = { gridColumn: column, gridRow: gridRow };
          if (!row) return <Tile key={uf} nome={uf} conta={general.nenhumValor} style={style} />;
          return (
            <Link
              key={uf}
              to={hrefOf(uf)}
              className={classes.ladrilho}
              data-uf={uf}
              data-tom={shadeOf(measureOf(row, measure), bounds)}
              data-alvo={highlighted === uf || undefined}
              style={style}
              aria-label={t.ladrilho(uf, formatInteger(row.quantidade), formatReais(row.valor))}
              onPointerEnter={() => onHover(uf)}
              onPointerLeave={() => onHover(null)}
              onFocus={() => onFocusUf(uf)}
              onBlur={() => onFocusUf(null)}
            >
              <span className={classes.uf}>{uf}</span>
              <span className={`${classes.conta} num`}>{measureText(row, measure)}</span>
            </Link>
          );
        })}
      </nav>
      <div className={classes.fora}>
        {[FOREIGN, null].map((uf) => {
          const row = rowOf(uf);
          if (!row) return null;
          const nome = uf === FOREIGN ? t.exterior : t.desconhecida;
          return <Tile key={nome} nome={nome} conta={measureText(row, measure)} />;
        })}
      </div>
      <ul className={classes.legenda} aria-label={t.legenda}>
        <LegendItem shade={0}>{t.nenhum}</LegendItem>
        {rows.length > 0 &&
          [...bounds, null].map((ate, classe) => (
            <LegendItem key={ate ?? "mais"} shade={shadeOfClass(classe, bounds)}>
              {classText(bounds, classe, measure)}
            </LegendItem>
          ))}
      </ul>
    </>
  );
}

function Tile(props: { nome: string; conta: string; style?: React.CSSProperties }): React.JSX.Element {
  const { nome, conta, style } = props;
  return (
    <div className={classes.ladrilho} style={style}>
      <span className={classes.uf}>{nome}</span>
      <span className={`${classes.conta} num`}>{conta}</span>
    </div>
  );
}

function LegendItem({ shade, children }: { shade: number; children: React.ReactNode }): React.JSX.Element {
  return (
    <li>
      <span className={`${classes.ladrilho} ${classes.amostra}`} data-tom={shade} />
      {children}
    </li>
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
