import { formatData, formatReais } from "@malote/syntax";
import {
  IconHistory,
  IconListSearch,
  IconRouteAltRight,
  IconTrash,
  IconZoomCheck,
} from "@tabler/icons-react";
import { useZona } from "../../rpc/atual.ts";
import type { Achado } from "../../rpc/busca.ts";
import { busca as textos } from "../../textos/busca.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { formatNumero } from "../../ui/numero.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import type { Opcao } from "./opcoes.ts";
import classes from "./Paleta.module.css";

const DESENHO = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/**
 * One option of the palette. The input keeps the focus: the pointer highlights and runs an option
 * without taking it.
 */
export function OpcaoLinha(props: {
  id: string;
  opcao: Opcao;
  ativa: boolean;
  onPonto: () => void;
  onRun: () => void;
}): React.JSX.Element {
  const { id, opcao, ativa, onPonto, onRun } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles its keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus and aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={ativa}
      className={classes.opcao}
      onPointerMove={ativa ? undefined : onPonto}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Miolo opcao={opcao} />
    </div>
  );
}

function Miolo({ opcao }: { opcao: Opcao }): React.JSX.Element {
  if (opcao.tipo === "achado") return <AchadoLinha achado={opcao.achado} />;
  if (opcao.tipo === "acao") {
    const { icone: Icone, nome, teclas = [] } = opcao.acao;
    return (
      <>
        <Icone {...DESENHO} />
        <span className={classes.nome}>{nome}</span>
        <span className={classes.teclas} aria-hidden="true">
          {teclas.map((tecla) => (
            <Kbd key={tecla}>{tecla}</Kbd>
          ))}
        </span>
      </>
    );
  }
  const [Icone, nome] = {
    lista: [IconListSearch, textos.verTodos("texto" in opcao ? opcao.texto : "")] as const,
    chave: [IconRouteAltRight, textos.abrirChave] as const,
    recente: [IconHistory, "texto" in opcao ? opcao.texto : ""] as const,
    esquecer: [IconTrash, textos.esquecer] as const,
  }[opcao.tipo];
  return (
    <>
      <Icone {...DESENHO} />
      <span className={classes.nome}>{nome}</span>
      {(opcao.tipo === "lista" || opcao.tipo === "chave") && (
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
function AchadoLinha({ achado }: { achado: Achado }): React.JSX.Element {
  const zona = useZona();
  const { alvo, tipoNota, numeroNota, serieNota, dataEmissao, valorTotal, type } = achado;
  const parte = type === "S" ? (achado.nomeDestinatario ?? achado.nomeEmitente) : achado.nomeEmitente;
  return (
    <>
      {alvo === "auditor" && <IconZoomCheck {...DESENHO} />}
      <span className={classes.tipo}>
        <TypeTag tipo={tipoNota} />
      </span>
      <span className={`num ${classes.numero}`}>
        {numeroNota === null ? achado.chaveAcesso.slice(-9) : formatNumero(numeroNota)}
        {serieNota !== null && <span> / {serieNota}</span>}
      </span>
      <span className={classes.nome}>{alvo === "auditor" ? textos.registro : parte}</span>
      <span className={`num ${classes.data}`}>{dataEmissao && formatData(dataEmissao, zona)}</span>
      <span className={`num ${classes.valor}`}>{valorTotal !== null && formatReais(valorTotal)}</span>
    </>
  );
}
