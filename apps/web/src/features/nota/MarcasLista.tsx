import { formatDataHora } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { marcas as textosMarcas } from "../../textos/marcas.ts";
import { nota as textos } from "../../textos/nota.ts";
import { FlagIcone } from "../../ui/Flag.tsx";
import classes from "./MarcasLista.module.css";
import { estadoOf, type Marca } from "./marcas.ts";

const ORDEM: readonly Marca[] = ["recebido", "conferido", "processado"];

/**
 * The flags of a document, one line each: who set it, when, and a button that sets or clears it.
 */
export function MarcasLista(props: {
  nota: Nota;
  zona: string;
  onMarcar: (marca: Marca, ligar: boolean) => void;
}): React.JSX.Element {
  const { nota, zona, onMarcar } = props;
  return (
    <section>
      <h2 className="t-secao">{textos.marcas.titulo}</h2>
      {nota.quarentena ? (
        <p className={classes.bloqueadas}>{textos.marcas.bloqueadas}</p>
      ) : (
        <ul className={classes.lista}>
          {ORDEM.map((marca) => (
            <Linha key={marca} nota={nota} marca={marca} zona={zona} onMarcar={onMarcar} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Linha(props: {
  nota: Nota;
  marca: Marca;
  zona: string;
  onMarcar: (marca: Marca, ligar: boolean) => void;
}): React.JSX.Element {
  const { nota, marca, zona, onMarcar } = props;
  const { ligada, por, em } = estadoOf(nota, marca);
  const { nome } = textosMarcas[marca];
  const quem = [por ?? textosMarcas.alguem, em ? formatDataHora(em, zona) : null].filter(Boolean).join(", ");
  return (
    <li className={classes.linha} data-marca={marca}>
      <FlagIcone ligada={ligada} />
      <span className={classes.nome}>
        <b>{nome}</b> <span>{ligada ? quem : textos.marcas.aindaNao}</span>
      </span>
      <button
        type="button"
        className={classes.acao}
        data-ligada={ligada}
        onClick={() => onMarcar(marca, !ligada)}
      >
        {ligada ? textos.marcas.desfazer : textos.marcas.marcar}
        <span className="vh"> {nome}</span>
      </button>
    </li>
  );
}
