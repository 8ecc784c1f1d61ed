import { addValor, formatReais, formatValor } from "@malote/syntax";
import { IconListDetails } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatDecimal } from "../../ui/numero.ts";
import classes from "./Abas.module.css";
import { complementaresOf, referidoOf } from "./conteudo.ts";

type Item = Nota["itens"][number];

const { itens: t } = textos;
const largo = classes.largo;

/** The items of the document with their sum, and its informações complementares. */
export function AbaItens({ nota }: { nota: Nota }): React.JSX.Element {
  return (
    <>
      {nota.itens.length === 0 ? (
        <EmptyState icone={IconListDetails} titulo={t.vazio}>
          {t.vazioTexto}
        </EmptyState>
      ) : (
        <Tabela itens={nota.itens} />
      )}
      {nota.informacoesComplementares && (
        <section className={classes.bloco}>
          <h2 className="t-secao">{t.complementares}</h2>
          <p className={classes.complementares}>{complementaresOf(nota)}</p>
        </section>
      )}
    </>
  );
}

function Tabela({ itens }: { itens: readonly Item[] }): React.JSX.Element {
  const sum = itens.reduce((total, item) => addValor(total, item.valorTotal), "0.00");
  return (
    <table className={classes.itens} aria-label={t.tabela}>
      <thead>
        <tr>
          <Cabeca>{t.numero}</Cabeca>
          <Cabeca>{t.descricao}</Cabeca>
          <Cabeca className={largo}>{t.ncm}</Cabeca>
          <Cabeca className={largo}>{t.cfop}</Cabeca>
          <Cabeca direita>{t.quantidade}</Cabeca>
          <Cabeca direita className={largo}>
            {t.unitario}
          </Cabeca>
          <Cabeca direita>{t.total}</Cabeca>
        </tr>
      </thead>
      <tbody>
        {itens.map((item) => (
          <Linha key={item.numero} item={item} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td>{t.soma}</td>
          <td className={largo} />
          <td className={largo} />
          <td />
          <td className={largo} />
          <td data-lado="direita" className="num">
            {formatReais(sum)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function Cabeca(props: {
  children: string;
  direita?: boolean;
  className?: string | undefined;
}): React.JSX.Element {
  const { children, direita = false, className } = props;
  return (
    <th scope="col" data-lado={direita ? "direita" : undefined} className={className}>
      {children}
    </th>
  );
}

function Referido({ referencia }: Pick<Item, "referencia">): React.JSX.Element | null {
  const referido = referidoOf(referencia);
  if (referido === null) return null;
  const { texto, href } = referido;
  return (
    <span>
      {href === null ? (
        texto
      ) : (
        <Link to={href} className="link">
          {texto}
        </Link>
      )}
    </span>
  );
}

function Linha({ item }: { item: Item }): React.JSX.Element {
  return (
    <tr>
      <td className="num">{item.numero}</td>
      <td>
        <b>{item.descricao}</b>
        <span>{t.codigo(item.codigo)}</span>
        <Referido referencia={item.referencia} />
      </td>
      <td className={largo}>{item.ncm ?? "–"}</td>
      <td className={largo}>{item.cfop ?? "–"}</td>
      <td data-lado="direita" className="num">
        {formatDecimal(item.quantidade)} {item.unidade}
      </td>
      <td data-lado="direita" className={`num ${largo}`}>
        {formatDecimal(item.valorUnitario, 2)}
      </td>
      <td data-lado="direita" className="num">
        {formatValor(item.valorTotal)}
      </td>
    </tr>
  );
}
