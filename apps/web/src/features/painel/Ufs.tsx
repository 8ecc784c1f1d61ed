import { formatInteiro, formatReais } from "@malote/syntax";
import { IconArrowDown } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { UfLinha } from "../../rpc/painel.ts";
import { geral } from "../../textos/geral.ts";
import { painel as textos } from "../../textos/painel.ts";
import { boundsOf } from "./escala.ts";
import type { Filtro, Intervalo } from "./filtro.ts";
import { formatParte } from "./kpis.ts";
import { notasHref } from "./links.ts";
import { Mapa, type Mira } from "./Mapa.tsx";
import { Segmentos } from "./Segmentos.tsx";
import classes from "./Ufs.module.css";
import { EXTERIOR, isDoMapa, type Medida, measureOf, ORDENS, type Ordem, sortUfs, sumUfs } from "./ufs.ts";

const { ufs: t } = textos;
const ESPERAS = Array.from({ length: 14 }, (_, row) => row);

/** Documents by UF of origin or destination: map and table share the highlighted UF. */
export function Ufs(props: {
  linhas: readonly UfLinha[] | null;
  filtro: Filtro;
  range: Intervalo;
  ordem: Ordem;
  onOrdem: (ordem: Ordem) => void;
  ocupado: boolean;
}): React.JSX.Element {
  const { linhas, filtro, range, ordem, onOrdem, ocupado } = props;
  const [medida, setMedida] = useState<Medida>("quantidade");
  const [apontado, setApontado] = useState<string | null>(null);
  const [focado, setFocado] = useState<string | null>(null);
  // Pointer and focus have separate states: a scroll to the focused row ends the hover, but must
  // keep the focus.
  const mira: Mira = { alvo: apontado ?? focado, onAlvo: setApontado, onFoco: setFocado };
  const hrefOf = (uf: string): string => notasHref({ ...filtro, range, uf });
  const known = linhas ?? [];
  const bounds = boundsOf(Math.max(0, ...known.map((linha) => measureOf(linha, medida))));
  return (
    <div className={classes.ufs}>
      <div className={classes.lado}>
        <div className={classes.topo}>
          <h2 className="t-secao">{t.titulo[filtro.papel]}</h2>
          <Segmentos
            rotulo={t.medida.rotulo}
            valor={medida}
            opcoes={(["quantidade", "valor"] as const).map((valor) => ({ valor, rotulo: t.medida[valor] }))}
            onChange={setMedida}
          />
        </div>
        <Mapa
          linhas={known}
          medida={medida}
          bounds={bounds}
          {...mira}
          hrefOf={hrefOf}
          ocupado={ocupado || linhas === null}
        />
      </div>
      <section className={classes.tabela} aria-busy={ocupado || linhas === null} aria-label={t.tabela}>
        <Tabela linhas={linhas} medida={medida} ordem={ordem} onOrdem={onOrdem} {...mira} hrefOf={hrefOf} />
      </section>
    </div>
  );
}

type TabelaProps = Mira & {
  linhas: readonly UfLinha[] | null;
  medida: Medida;
  ordem: Ordem;
  onOrdem: (ordem: Ordem) => void;
  hrefOf: (uf: string) => string;
};

function Tabela(props: TabelaProps): React.JSX.Element {
  const { linhas, medida, ordem, onOrdem } = props;
  const soma = sumUfs(linhas ?? []);
  const todo = medida === "quantidade" ? soma.quantidade : Number(soma.valor);
  const maior = Math.max(0, ...(linhas ?? []).map((linha) => measureOf(linha, medida)));
  const partes = { todo, maior };
  return (
    <table>
      <thead>
        <tr>
          {(["uf", "quantidade", "valor"] as const).map((coluna) => (
            <th
              key={coluna}
              scope="col"
              data-lado={coluna === "uf" ? undefined : "direita"}
              aria-sort={ordem === coluna ? (coluna === "uf" ? "ascending" : "descending") : undefined}
            >
              <button
                type="button"
                className={classes.ordem}
                aria-label={t.ordenar(t.colunas[coluna])}
                onClick={() => onOrdem(coluna)}
              >
                {t.colunas[coluna]}
                {ordem === coluna && <IconArrowDown size={13} stroke={1.8} aria-hidden="true" />}
              </button>
            </th>
          ))}
          <th scope="col">{t.colunas.parte}</th>
        </tr>
      </thead>
      <tbody>
        {linhas === null
          ? ESPERAS.map((row) => <Espera key={row} />)
          : sortUfs(linhas, ordem).map((linha) => (
              <Linha key={linha.uf ?? ""} linha={linha} partes={partes} {...props} />
            ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{t.total}</td>
          <td data-lado="direita" className="num">
            {linhas ? formatInteiro(soma.quantidade) : geral.nenhumValor}
          </td>
          <td data-lado="direita" className="num">
            {linhas ? formatReais(soma.valor) : geral.nenhumValor}
          </td>
          <td>{linhas && t.contagem(soma.ufs)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Linha(
  props: Pick<TabelaProps, "medida" | "hrefOf" | keyof Mira> & {
    linha: UfLinha;
    partes: { todo: number; maior: number };
  },
): React.JSX.Element {
  const { linha, medida, alvo, onAlvo, onFoco, hrefOf, partes } = props;
  const navigate = useNavigate();
  const uf = isDoMapa(linha.uf) ? linha.uf : null;
  const nome = linha.uf === EXTERIOR ? t.exterior : (linha.uf ?? t.desconhecida);
  const medido = measureOf(linha, medida);
  return (
    <tr
      data-alvo={(uf !== null && alvo === uf) || undefined}
      onPointerEnter={() => onAlvo(uf)}
      onPointerLeave={() => onAlvo(null)}
      onClick={() => uf && void navigate(hrefOf(uf))}
      style={uf ? { cursor: "pointer" } : undefined}
    >
      <td className={classes.nome}>
        {uf ? (
          <Link to={hrefOf(uf)} onFocus={() => onFoco(uf)} onBlur={() => onFoco(null)}>
            {nome}
          </Link>
        ) : (
          nome
        )}
      </td>
      <td data-lado="direita" className={`${classes.nome} num`}>
        {formatInteiro(linha.quantidade)}
      </td>
      <td data-lado="direita" className="num">
        {formatReais(linha.valor)}
      </td>
      <td>
        <div className={classes.parte}>
          <span className={classes.trilho}>
            <span style={{ width: `${partes.maior > 0 ? (medido * 100) / partes.maior : 0}%` }} />
          </span>
          <span className="num">{formatParte(medido, partes.todo)}</span>
        </div>
      </td>
    </tr>
  );
}

function Espera(): React.JSX.Element {
  return (
    <tr>
      {ORDENS.map((coluna) => (
        <td key={coluna} data-lado={coluna === "uf" ? undefined : "direita"}>
          <span className={classes.espera} />
        </td>
      ))}
      <td>
        <span className={classes.espera} />
      </td>
    </tr>
  );
}
