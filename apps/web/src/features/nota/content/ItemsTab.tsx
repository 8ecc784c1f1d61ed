import { addAmount, formatAmount, formatReais } from "@malote/syntax";
import { IconListDetails } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatDecimal } from "../../../ui/format/numbers.ts";
import classes from "../tabs/TabContent.module.css";
import { complementaryTextOf, referredDocumentoOf } from "./content-values.ts";

type Item = Nota["itens"][number];

const { itens: t } = texts;
const wideClass = classes.largo;

/** The items of the document with their sum, and its informações complementares. */
export function ItemsTab({ nota }: { nota: Nota }): React.JSX.Element {
  return (
    <>
      {nota.itens.length === 0 ? (
        <EmptyState icon={IconListDetails} title={t.vazio}>
          {t.vazioTexto}
        </EmptyState>
      ) : (
        <ItemTable itens={nota.itens} />
      )}
      {nota.informacoesComplementares && (
        <section className={classes.bloco}>
          <h2 className="t-secao">{t.complementares}</h2>
          <p className={classes.complementares}>{complementaryTextOf(nota)}</p>
        </section>
      )}
    </>
  );
}

function ItemTable({ itens }: { itens: readonly Item[] }): React.JSX.Element {
  const sum = itens.reduce((total, item) => addAmount(total, item.valorTotal), "0.00");
  return (
    <table className={classes.itens} aria-label={t.tabela}>
      <thead>
        <tr>
          <HeaderCell>{t.numero}</HeaderCell>
          <HeaderCell>{t.descricao}</HeaderCell>
          <HeaderCell className={wideClass}>{t.ncm}</HeaderCell>
          <HeaderCell className={wideClass}>{t.cfop}</HeaderCell>
          <HeaderCell alignRight>{t.quantidade}</HeaderCell>
          <HeaderCell alignRight className={wideClass}>
            {t.unitario}
          </HeaderCell>
          <HeaderCell alignRight>{t.total}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {itens.map((item) => (
          <ItemRow key={item.numero} item={item} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td>{t.soma}</td>
          <td className={wideClass} />
          <td className={wideClass} />
          <td />
          <td className={wideClass} />
          <td data-lado="direita" className="num">
            {formatReais(sum)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function HeaderCell(props: {
  children: string;
  alignRight?: boolean;
  className?: string | undefined;
}): React.JSX.Element {
  const { children, alignRight = false, className } = props;
  return (
    <th scope="col" data-lado={alignRight ? "direita" : undefined} className={className}>
      {children}
    </th>
  );
}

function ReferredDocumento({ referencia }: Pick<Item, "referencia">): React.JSX.Element | null {
  const referido = referredDocumentoOf(referencia);
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

function ItemRow({ item }: { item: Item }): React.JSX.Element {
  return (
    <tr>
      <td className="num">{item.numero}</td>
      <td>
        <b>{item.descricao}</b>
        <span>{t.codigo(item.codigo)}</span>
        <ReferredDocumento referencia={item.referencia} />
      </td>
      <td className={wideClass}>{item.ncm ?? "–"}</td>
      <td className={wideClass}>{item.cfop ?? "–"}</td>
      <td data-lado="direita" className="num">
        {formatDecimal(item.quantidade)} {item.unidade}
      </td>
      <td data-lado="direita" className={`num ${wideClass}`}>
        {formatDecimal(item.valorUnitario, 2)}
      </td>
      <td data-lado="direita" className="num">
        {formatAmount(item.valorTotal)}
      </td>
    </tr>
  );
}
