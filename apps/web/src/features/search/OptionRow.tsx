import {
  formatDate,
  formatDocumento,
  formatInteger,
  formatReais,
  formatTipoNota,
  type SearchOperatorName,
} from "@malote/syntax";
import { Group, Kbd, Text } from "@mantine/core";
import {
  IconBuildingStore,
  IconFileText,
  IconHistory,
  IconListSearch,
  IconRouteAltRight,
  IconStar,
  IconTrash,
  IconUser,
  IconZoomCheck,
  type TablerIcon,
} from "@tabler/icons-react";
import type { SearchResult } from "../../rpc/documents/search.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import { searchMoreTexts } from "../../texts/app/search-more.ts";
import { operatorTexts } from "../../texts/app/search-operators.ts";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";
import { TypeTag } from "../../ui/list/TypeTag.tsx";
import type { ListTotal, PaletteOption } from "./palette-options.ts";
import classes from "./SearchPalette.module.css";

const ICON_PROPS = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/**
 * One option of the palette. The input keeps the focus: the pointer highlights and runs an option
 * without taking it.
 */
export function OptionRow(props: {
  id: string;
  option: PaletteOption;
  active: boolean;
  onHighlight: () => void;
  onRun: () => void;
}): React.JSX.Element {
  const { id, option, active, onHighlight, onRun } = props;
  return (
    <Group
      id={id}
      role="option"
      aria-selected={active}
      gap={12}
      wrap="nowrap"
      mih="max(40px, var(--h-botao))"
      px={12}
      py={4}
      className={classes.option}
      onPointerMove={active ? undefined : onHighlight}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <OptionContent option={option} />
    </Group>
  );
}

function OptionContent({ option }: { option: PaletteOption }): React.JSX.Element {
  if (option.tipo === "achado") return <ResultRow result={option.achado} />;
  if (option.tipo === "operador") return <OperatorRow operator={option.operador} />;
  return <NamedRow {...namedRowOf(option)} />;
}

type NamedRowProps = {
  icon: TablerIcon;
  name: React.ReactNode;
  /** Beside the name, in grey. */
  detail?: string | undefined;
  /** At the right end. */
  note?: string | undefined;
  keys?: readonly string[] | undefined;
};

function namedRowOf(option: Exclude<PaletteOption, { tipo: "achado" | "operador" }>): NamedRowProps {
  switch (option.tipo) {
    case "acao":
      return { icon: option.acao.icone, name: option.acao.nome, keys: option.acao.teclas };
    case "lista":
      return {
        icon: IconListSearch,
        name: (
          <>
            {texts.verNaLista} <b>{option.palavras}</b>
          </>
        ),
        note: option.total ? totalOf(option.total) : undefined,
        keys: ["Enter"],
      };
    case "chave":
      return { icon: IconRouteAltRight, name: texts.abrirChave, keys: ["Enter"] };
    case "recente":
      return { icon: IconHistory, name: option.texto };
    case "aberto": {
      const { tipoNota, numeroNota, nomeEmitente } = option.documento;
      const name = `${formatTipoNota(tipoNota)} ${formatDocumentNumber(numeroNota)}`;
      return { icon: IconFileText, name, detail: nomeEmitente };
    }
    case "fornecedor": {
      const { nome, documento, total } = option.fornecedor;
      return {
        icon: IconBuildingStore,
        name: <b>{nome}</b>,
        detail: formatDocumento(documento),
        note: texts.verDocumentos(formatInteger(total), total),
      };
    }
    case "pessoa":
      return { icon: IconUser, name: option.pessoa.nomeCompleto, detail: option.pessoa.email };
    case "salvar":
      return { icon: IconStar, name: searchMoreTexts.salvar };
    case "esquecer":
      return { icon: IconTrash, name: texts.esquecer };
  }
}

function totalOf({ total, soma }: NonNullable<ListTotal>): string {
  const count = texts.documentos(formatInteger(total), total);
  return soma === null || total === 0 ? count : `${count}, ${formatReais(soma)}`;
}

function NamedRow({ icon: Icon, name, detail, note, keys = [] }: NamedRowProps): React.JSX.Element {
  return (
    <>
      <Icon {...ICON_PROPS} />
      <span className={classes.named}>
        <Text span inherit truncate>
          {name}
          {detail && (
            <Text span inherit c="var(--text-3)" ml={8}>
              {detail}
            </Text>
          )}
        </Text>{" "}
        {note && (
          <Text span fz="xs" c="var(--text-2)" className="num" flex="none">
            {note}
          </Text>
        )}
      </span>
      <Group component="span" gap={4} visibleFrom="xs" aria-hidden="true">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </>
  );
}

/** An example of an operator, and what it means. */
function OperatorRow({ operator }: { operator: SearchOperatorName }): React.JSX.Element {
  const { exemplo, dica } = operatorTexts.dicas[operator];
  return (
    <>
      <span className={`mono ${classes.example}`}>{exemplo}</span>
      <Text span fz="xs" c="var(--text-2)" truncate>
        {dica}
      </Text>
    </>
  );
}

/**
 * A search result: number, party, day and value of a document, or the document of an auditor
 * record.
 */
function ResultRow({ result }: { result: SearchResult }): React.JSX.Element {
  const timeZone = useTimeZone();
  const { alvo, tipoNota, numeroNota, serieNota, dataEmissao, valorTotal, type } = result;
  const party = type === "S" ? (result.nomeDestinatario ?? result.nomeEmitente) : result.nomeEmitente;
  return (
    <>
      {alvo === "auditor" && <IconZoomCheck {...ICON_PROPS} />}
      <span className={classes.result}>
        <span>
          <TypeTag type={tipoNota} />
        </span>
        <Text span inherit fw={550} className="num">
          {numeroNota === null ? result.chaveAcesso.slice(-9) : formatDocumentNumber(numeroNota)}
          {serieNota !== null && (
            <Text span inherit fw={400} c="var(--text-3)">
              {` / ${serieNota}`}
            </Text>
          )}
        </Text>
        <Text span inherit truncate className={classes.party}>
          {alvo === "auditor" ? texts.registro : party}
        </Text>
        <Text span inherit c="var(--text-2)" className="num">
          {dataEmissao && formatDate(dataEmissao, timeZone)}
        </Text>
        <Text span inherit fw={550} ta="right" className="num">
          {valorTotal !== null && formatReais(valorTotal)}
        </Text>
      </span>
    </>
  );
}
