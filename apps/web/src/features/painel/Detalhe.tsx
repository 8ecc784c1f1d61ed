import { formatDocumento, formatInteiro, formatReais, type TipoNota } from "@malote/syntax";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Agrupamento, DetalheLinha } from "../../rpc/painel.ts";
import { geral } from "../../textos/geral.ts";
import { painel as textos } from "../../textos/painel.ts";
import { Botao } from "../../ui/Botao.tsx";
import { TypeTag } from "../../ui/TypeTag.tsx";
import classes from "./Detalhe.module.css";
import { type Soma, somaOf, sumDetalhe, writeDetalheCsv } from "./detalhe.ts";
import type { Filtro, Intervalo } from "./filtro.ts";
import { notasHref, TIPOS_DO_ERP } from "./links.ts";
import { cellOf, daysOfPonto } from "./rotulos.ts";

const { detalhe: t } = textos;
/** Rows rendered per step; the CSV file has all of them. */
const LINHAS = 200;
const ESPERAS = Array.from({ length: 12 }, (_, row) => row);
const NUMEROS = ["quantidade", "valor", "canceladas", "divergentes", "naoIntegradas"] as const;

type Alvo = { filtro: Filtro; range: Intervalo; grupo: Agrupamento };

/** Table by period, company and type, with totals; each count links to its documents. */
export function Detalhe(
  props: Alvo & { linhas: readonly DetalheLinha[] | null; ocupado: boolean },
): React.JSX.Element {
  const { linhas, ocupado, ...alvo } = props;
  const [shown, setShown] = useState(LINHAS);
  const known = linhas ?? [];
  const rest = known.length - shown;
  return (
    <>
      <div className={classes.topo}>
        <p className="num">{linhas ? t.linhas(formatInteiro(known.length)) : geral.carregando}</p>
        <span className="sem-impressao">
          <Botao
            icone={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
            disabled={known.length === 0}
            onClick={() => saveCsv(known, alvo)}
          >
            {t.baixar}
          </Botao>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className={classes.rolo} tabIndex={0} aria-label={t.tabela}>
        <table className={classes.tabela} aria-label={t.tabela} aria-busy={ocupado || linhas === null}>
          <thead>
            <tr>
              <th scope="col">{t.colunas.periodo}</th>
              <th scope="col">{t.colunas.empresa}</th>
              <th scope="col">{t.colunas.tipo}</th>
              {NUMEROS.map((coluna) => (
                <th key={coluna} scope="col" data-lado="direita">
                  {t.colunas[coluna]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {linhas === null
              ? ESPERAS.map((row) => <Espera key={row} />)
              : known.slice(0, shown).map((linha) => <Linha key={keyOf(linha)} linha={linha} alvo={alvo} />)}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3} data-campo="periodo">
                {t.total}
              </td>
              <Numeros
                soma={sumDetalhe(known)}
                recorte={{ ...alvo.filtro, range: alvo.range }}
                nome={t.total}
              />
            </tr>
          </tfoot>
        </table>
      </section>
      {rest > 0 && (
        <div className={`${classes.mais} sem-impressao`}>
          <Botao onClick={() => setShown(shown + LINHAS)}>
            {t.mais(formatInteiro(Math.min(rest, LINHAS)))}
          </Botao>
        </div>
      )}
    </>
  );
}

function Linha({ linha, alvo }: { linha: DetalheLinha; alvo: Alvo }): React.JSX.Element {
  const { filtro, range, grupo } = alvo;
  const periodo = cellOf(linha.periodo, grupo, range.ate);
  const empresa = linha.empresaNome ?? t.semEmpresa;
  const recorte = {
    papel: filtro.papel,
    range: daysOfPonto(linha.periodo, grupo, range.ate),
    empresa: linha.empresaCnpj ?? filtro.empresa,
    empresaId: linha.empresaId ?? filtro.empresaId,
    tipos: [linha.tipoNota],
  };
  return (
    <tr>
      <td className="num" data-campo="periodo">
        {periodo}
      </td>
      <td data-campo="empresa">
        {empresa}
        {linha.empresaCnpj && <span className={classes.cnpj}>{formatDocumento(linha.empresaCnpj)}</span>}
      </td>
      <td data-campo="tipo">
        <TypeTag tipo={linha.tipoNota} />
      </td>
      <Numeros soma={somaOf(linha)} recorte={recorte} nome={`${periodo}, ${empresa}`} />
    </tr>
  );
}

type Recorte = Pick<Filtro, "papel" | "empresa" | "empresaId"> & {
  range: Intervalo;
  tipos?: readonly TipoNota[];
};

/** The five numbers of a row; each count links to its documents. */
function Numeros(props: { soma: Soma; recorte: Recorte; nome: string }): React.JSX.Element {
  const { soma, recorte, nome } = props;
  const all = notasHref(recorte);
  return (
    <>
      <Celula to={all} rotulo={t.colunas.quantidade} nome={nome} n={soma.quantidade} tom={classes.numero} />
      <td data-lado="direita" data-campo="valor" data-rotulo={t.colunas.valor} className="num">
        {formatReais(soma.valor)}
      </td>
      <Celula
        to={notasHref({ ...recorte, so: "canceladas" })}
        rotulo={t.colunas.canceladas}
        nome={nome}
        n={soma.canceladas}
        tom={classes.ruim}
      />
      <Celula
        to={notasHref({ ...recorte, so: "divergentes" })}
        rotulo={t.colunas.divergentes}
        nome={nome}
        n={soma.divergentes}
        tom={classes.aviso}
      />
      <Celula
        to={notasHref({ tipos: TIPOS_DO_ERP, ...recorte, so: "abertas" })}
        rotulo={t.colunas.naoIntegradas}
        nome={nome}
        n={soma.naoIntegradas}
        tom={classes.numero}
      />
    </>
  );
}

type CelulaProps = { to: string; rotulo: string; nome: string; n: number; tom: string | undefined };

function Celula({ to, rotulo, nome, n, tom }: CelulaProps): React.JSX.Element {
  return (
    <td data-lado="direita" data-rotulo={rotulo} className="num">
      {n === 0 ? (
        <span className={classes.nada}>{geral.nenhumValor}</span>
      ) : (
        <Link to={to} className={tom} aria-label={`${formatInteiro(n)} ${rotulo}, ${nome}`}>
          {formatInteiro(n)}
        </Link>
      )}
    </td>
  );
}

function Espera(): React.JSX.Element {
  return (
    <tr>
      {["periodo", "empresa", "tipo"].map((coluna) => (
        <td key={coluna}>
          <span className={classes.espera} />
        </td>
      ))}
      {NUMEROS.map((coluna) => (
        <td key={coluna} data-lado="direita">
          <span className={classes.espera} />
        </td>
      ))}
    </tr>
  );
}

function keyOf({ periodo, empresaId, tipoNota }: DetalheLinha): string {
  return `${periodo} ${empresaId} ${tipoNota}`;
}

function saveCsv(linhas: readonly DetalheLinha[], { range, grupo }: Alvo): void {
  const csv = writeDetalheCsv(linhas, { grupo, ate: range.ate });
  const address = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${t.arquivo}-${range.de}-a-${range.ate}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
