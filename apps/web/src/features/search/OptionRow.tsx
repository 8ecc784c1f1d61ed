import { formatDate, formatReais } from "@malote/syntax";
import {
  IconHistory,
  IconListSearch,
  IconRouteAltRight,
  IconTrash,
  IconZoomCheck,
} from "@tabler/icons-react";
import type { SearchResult } from "../../rpc/documents/search.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";
import { TypeTag } from "../../ui/list/TypeTag.tsx";
import { Kbd } from "../../ui/overlay/Kbd.tsx";
import type { PaletteOption } from "./palette-options.ts";
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles its keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={classes.opcao}
      onPointerMove={active ? undefined : onHighlight}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <OptionContent option={option} />
    </div>
  );
}

function OptionContent({ option }: { option: PaletteOption }): React.JSX.Element {
  if (option.tipo === "achado") return <ResultRow achado={option.achado} />;
  if (option.tipo === "acao") {
    const { icone: OptionIcon, nome, teclas = [] } = option.acao;
    return (
      <>
        <OptionIcon {...ICON_PROPS} />
        <span className={classes.nome}>{nome}</span>
        <span className={classes.teclas} aria-hidden="true">
          {teclas.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      </>
    );
  }
  const [Icone, nome] = {
    lista: [IconListSearch, texts.verTodos("texto" in option ? option.texto : "")] as const,
    chave: [IconRouteAltRight, texts.abrirChave] as const,
    recente: [IconHistory, "texto" in option ? option.texto : ""] as const,
    esquecer: [IconTrash, texts.esquecer] as const,
  }[option.tipo];
  return (
    <>
      <Icone {...ICON_PROPS} />
      <span className={classes.nome}>{nome}</span>
      {(option.tipo === "lista" || option.tipo === "chave") && (
        <span className={classes.teclas} aria-hidden="true">
          <Kbd>Enter</Kbd>
        </span>
      )}
    </>
  );
}

/**
 * A search result: number, party, day and value of a document, or the document of an auditor
 * record.
 */
function ResultRow({ achado }: { achado: SearchResult }): React.JSX.Element {
  const timeZone = useTimeZone();
  const { alvo, tipoNota, numeroNota, serieNota, dataEmissao, valorTotal, type } = achado;
  const part = type === "S" ? (achado.nomeDestinatario ?? achado.nomeEmitente) : achado.nomeEmitente;
  return (
    <>
      {alvo === "auditor" && <IconZoomCheck {...ICON_PROPS} />}
      <span className={classes.tipo}>
        <TypeTag type={tipoNota} />
      </span>
      <span className={`num ${classes.numero}`}>
        {numeroNota === null ? achado.chaveAcesso.slice(-9) : formatDocumentNumber(numeroNota)}
        {serieNota !== null && <span> / {serieNota}</span>}
      </span>
      <span className={classes.nome}>{alvo === "auditor" ? texts.registro : part}</span>
      <span className={`num ${classes.data}`}>{dataEmissao && formatDate(dataEmissao, timeZone)}</span>
      <span className={`num ${classes.valor}`}>{valorTotal !== null && formatReais(valorTotal)}</span>
    </>
  );
}
