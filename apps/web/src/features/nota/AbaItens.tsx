import { addValor, formatReais, formatValor } from "@malote/syntax";
import { IconListDetails } from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatDecimal } from "../../ui/numero.ts";
import classes from "./Abas.module.css";

/** What was sold, line by line, and what the sender added. */
export function AbaItens({ nota }: { nota: Nota }): React.JSX.Element {
  const { itens: t } = textos;
  const complementares = nota.informacoesComplementares && (
    <section className={classes.bloco}>
      <h2 className="t-secao">{t.complementares}</h2>
      <p className={classes.complementares}>{nota.informacoesComplementares}</p>
    </section>
  );
  if (nota.itens.length === 0) {
    return (
      <>
        <EmptyState icone={IconListDetails} titulo={t.vazio}>
          {t.vazioTexto}
        </EmptyState>
        {complementares}
      </>
    );
  }
  return (
    <>
      <table className={classes.itens} aria-label={t.tabela}>
        <thead>
          <tr>
            <th scope="col">{t.numero}</th>
            <th scope="col">{t.descricao}</th>
            <th scope="col" className={classes.largo}>
              {t.ncm}
            </th>
            <th scope="col" className={classes.largo}>
              {t.cfop}
            </th>
            <th scope="col" data-lado="direita">
              {t.quantidade}
            </th>
            <th scope="col" data-lado="direita" className={classes.largo}>
              {t.unitario}
            </th>
            <th scope="col" data-lado="direita">
              {t.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {nota.itens.map((item) => (
            <tr key={item.numero}>
              <td className="num">{item.numero}</td>
              <td>
                <b>{item.descricao}</b>
                <span>{t.codigo(item.codigo)}</span>
              </td>
              <td className={classes.largo}>{item.ncm ?? "–"}</td>
              <td className={classes.largo}>{item.cfop ?? "–"}</td>
              <td data-lado="direita" className="num">
                {formatDecimal(item.quantidade)} {item.unidade}
              </td>
              <td data-lado="direita" className={`num ${classes.largo}`}>
                {formatDecimal(item.valorUnitario, 2)}
              </td>
              <td data-lado="direita" className="num">
                {formatValor(item.valorTotal)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td>{t.soma}</td>
            <td className={classes.largo} />
            <td className={classes.largo} />
            <td />
            <td className={classes.largo} />
            <td data-lado="direita" className="num">
              {formatReais(nota.itens.reduce((sum, item) => addValor(sum, item.valorTotal), "0.00"))}
            </td>
          </tr>
        </tfoot>
      </table>
      {complementares}
    </>
  );
}
