import { addAmount, formatAmount, formatReais } from "@malote/syntax";
import { IconListDetails } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import {
  type ContentColumn,
  ContentSection,
  ContentTable,
  FreeText,
} from "../../../ui/documento/DocContent.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatDecimal } from "../../../ui/format/numbers.ts";
import { complementaryTextOf, referredDocumentoOf } from "./content-values.ts";

type Item = Nota["itens"][number];

const { itens: t } = texts;

const COLUMNS: readonly ContentColumn<Item>[] = [
  { title: t.numero, cell: ({ numero }) => numero },
  { title: t.descricao, cell: (item) => <Description item={item} /> },
  { title: t.ncm, cell: ({ ncm }) => ncm ?? "–", wide: true },
  { title: t.cfop, cell: ({ cfop }) => cfop ?? "–", wide: true },
  {
    title: t.quantidade,
    cell: ({ quantidade, unidade }) => `${formatDecimal(quantidade)} ${unidade}`,
    end: true,
  },
  { title: t.unitario, cell: ({ valorUnitario }) => formatDecimal(valorUnitario, 2), end: true, wide: true },
  { title: t.total, cell: ({ valorTotal }) => formatAmount(valorTotal), end: true },
];

/** The items of the document with their sum, and its informações complementares. */
export function ItemsTab({ nota }: { nota: Nota }): React.JSX.Element {
  const { itens } = nota;
  const sum = itens.reduce((total, item) => addAmount(total, item.valorTotal), "0.00");
  return (
    <>
      {itens.length === 0 ? (
        <EmptyState icon={IconListDetails} title={t.vazio}>
          {t.vazioTexto}
        </EmptyState>
      ) : (
        <ContentTable
          label={t.tabela}
          columns={COLUMNS}
          rows={itens}
          footer={[["", t.soma, "", "", "", "", formatReais(sum)]]}
          full
        />
      )}
      {nota.informacoesComplementares && (
        <ContentSection title={t.complementares}>
          <FreeText>{complementaryTextOf(nota)}</FreeText>
        </ContentSection>
      )}
    </>
  );
}

function Description({ item }: { item: Item }): React.JSX.Element {
  const { descricao, codigo, referencia } = item;
  const referido = referredDocumentoOf(referencia);
  return (
    <>
      <b>{descricao}</b>
      <p className="t-rotulo">{t.codigo(codigo)}</p>
      {referido && (
        <p className="t-rotulo">
          {referido.href === null ? (
            referido.texto
          ) : (
            <Link to={referido.href} className="link">
              {referido.texto}
            </Link>
          )}
        </p>
      )}
    </>
  );
}
