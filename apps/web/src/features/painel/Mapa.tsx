import { formatDecimal, formatInteiro, formatReais } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { UfLinha } from "../../rpc/painel.ts";
import { geral } from "../../textos/geral.ts";
import { painel as textos } from "../../textos/painel.ts";
import { tomOf, tomOfClasse } from "./escala.ts";
import classes from "./Ufs.module.css";
import { EXTERIOR, LUGARES, type Medida, measureOf } from "./ufs.ts";

const { ufs: t } = textos;

/** The UF under the pointer or with the focus, shared by map and table. */
export type Mira = {
  alvo: string | null;
  onAlvo: (uf: string | null) => void;
  onFoco: (uf: string | null) => void;
};

type MapaProps = Mira & {
  linhas: readonly UfLinha[];
  medida: Medida;
  bounds: readonly number[];
  hrefOf: (uf: string) => string;
  ocupado: boolean;
};

/** The 27 UFs as tiles, each linked to its documents; foreign and unknown UFs are below the map. */
export function Mapa({
  linhas,
  medida,
  bounds,
  alvo,
  onAlvo,
  onFoco,
  hrefOf,
  ocupado,
}: MapaProps): React.JSX.Element {
  const rowOf = (uf: string | null): UfLinha | undefined => linhas.find((linha) => linha.uf === uf);
  return (
    <>
      <nav className={classes.mapa} data-medida={medida} aria-label={t.mapa} aria-busy={ocupado}>
        {Object.entries(LUGARES).map(([uf, [coluna, fila]]) => {
          const linha = rowOf(uf);
          const style = { gridColumn: coluna, gridRow: fila };
          if (!linha) return <Ladrilho key={uf} nome={uf} conta={geral.nenhumValor} style={style} />;
          return (
            <Link
              key={uf}
              to={hrefOf(uf)}
              className={classes.ladrilho}
              data-uf={uf}
              data-tom={tomOf(measureOf(linha, medida), bounds)}
              data-alvo={alvo === uf || undefined}
              style={style}
              aria-label={t.ladrilho(uf, formatInteiro(linha.quantidade), formatReais(linha.valor))}
              onPointerEnter={() => onAlvo(uf)}
              onPointerLeave={() => onAlvo(null)}
              onFocus={() => onFoco(uf)}
              onBlur={() => onFoco(null)}
            >
              <span className={classes.uf}>{uf}</span>
              <span className={`${classes.conta} num`}>{writeConta(linha, medida)}</span>
            </Link>
          );
        })}
      </nav>
      <div className={classes.fora}>
        {[EXTERIOR, null].map((uf) => {
          const linha = rowOf(uf);
          if (!linha) return null;
          const nome = uf === EXTERIOR ? t.exterior : t.desconhecida;
          return <Ladrilho key={nome} nome={nome} conta={writeConta(linha, medida)} />;
        })}
      </div>
      <ul className={classes.legenda} aria-label={t.legenda}>
        <Amostra tom={0}>{t.nenhum}</Amostra>
        {linhas.length > 0 &&
          [...bounds, null].map((ate, classe) => (
            <Amostra key={ate ?? "mais"} tom={tomOfClasse(classe, bounds)}>
              {writeClasse(bounds, classe, medida)}
            </Amostra>
          ))}
      </ul>
    </>
  );
}

function Ladrilho(props: { nome: string; conta: string; style?: React.CSSProperties }): React.JSX.Element {
  const { nome, conta, style } = props;
  return (
    <div className={classes.ladrilho} style={style}>
      <span className={classes.uf}>{nome}</span>
      <span className={`${classes.conta} num`}>{conta}</span>
    </div>
  );
}

function Amostra({ tom, children }: { tom: number; children: React.ReactNode }): React.JSX.Element {
  return (
    <li>
      <span className={`${classes.ladrilho} ${classes.amostra}`} data-tom={tom} />
      {children}
    </li>
  );
}

function writeConta(linha: UfLinha, medida: Medida): string {
  return medida === "quantidade" ? formatInteiro(linha.quantidade) : shortReais(Number(linha.valor));
}

function writeClasse(bounds: readonly number[], classe: number, medida: Medida): string {
  const write = (value: number): string =>
    medida === "quantidade" ? formatInteiro(value) : shortReais(value);
  const [before = 0, ate] = [bounds[classe - 1], bounds[classe]];
  if (ate === undefined) return t.acima(write(before));
  if (medida === "valor") return t.ate(write(ate));
  return t.faixa(write(before + 1), write(ate));
}

/** A short amount for a tile: "R$ 2,2 mi". The table next to the map shows the centavos. */
function shortReais(value: number): string {
  const [unit, word] = UNIDADES.find(([each]) => value >= each) ?? [1, ""];
  const short = value / unit;
  return `R$ ${formatDecimal(short.toFixed(short < 10 && unit > 1 ? 1 : 0))}${word}`;
}

const UNIDADES: readonly (readonly [number, string])[] = [
  [1e9, " bi"],
  [1e6, " mi"],
  [1e3, " mil"],
];
