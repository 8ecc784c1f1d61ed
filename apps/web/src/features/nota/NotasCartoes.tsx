import { formatReais } from "@malote/syntax";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { NotaLinha } from "../../rpc/queries.ts";
import { marcas as textosMarcas } from "../../textos/marcas.ts";
import { notas as textos } from "../../textos/notas.ts";
import { FlagIcone } from "../../ui/Flag.tsx";
import { formatNumero } from "../../ui/numero.ts";
import { formatDiaHora } from "../../ui/quando.ts";
import { Selo, Status } from "../../ui/Status.tsx";
import { situacaoResumo, situacaoSelo } from "../../ui/situacao.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import tags from "../../ui/tags.module.css";
import { ConsultaBotao } from "./ConsultaBotao.tsx";
import { type ListaProps, parteOf } from "./lista.ts";
import { dicaOf } from "./MarcaFlag.tsx";
import { estadoOf, MARCAS, type Marca } from "./marcas.ts";
import classes from "./Notas.module.css";
import { Silencio } from "./Silencio.tsx";

/** The list of documents on a phone, as cards of three lines. */
export function NotasCartoes(props: ListaProps): React.JSX.Element {
  return (
    <ul className={classes.cartoes} aria-label={textos.tabela}>
      {props.notas.map((nota) => (
        <Cartao key={nota.id} {...props} nota={nota} />
      ))}
    </ul>
  );
}

function Cartao(props: ListaProps & { nota: NotaLinha }): React.JSX.Element {
  const { nota, papel, zona, linkOf, selecao, divergencias } = props;
  const { nome, uf } = parteOf(nota, papel);
  const { to, state } = linkOf(nota);
  return (
    <li
      className={classes.cartao}
      data-linha={nota.id}
      data-selecionada={selecao.has(nota.id) ? true : undefined}
    >
      <Link to={to} state={state} data-abrir className={classes.cartaoNome}>
        {nome}
      </Link>
      <span className={`num ${classes.cartaoValor}`}>{formatReais(nota.valorTotal)}</span>
      <span className={`num ${classes.cartaoLinha}`}>
        <TypeTag tipo={nota.tipoNota} />
        {nota.terceiros && (
          <span className={tags.tipo} title={textos.deTerceirosDica}>
            {textos.deTerceiros}
          </span>
        )}
        <b>
          {formatNumero(nota.numeroNota)} / {nota.serieNota}
        </b>
        {nota.dataEmissao && <span>{formatDiaHora(nota.dataEmissao, zona)}</span>}
        {uf && <span>{uf}</span>}
        <Selo situacao={situacaoSelo(nota)} />
      </span>
      <div className={classes.cartaoFim}>
        <Status situacao={situacaoResumo(nota)} />
        <Silencio nota={nota} noCartao />
        {divergencias ? (
          <span className={classes.cartaoMarcas}>
            <ConsultaBotao nota={nota} />
          </span>
        ) : (
          <span className={classes.cartaoMarcas}>
            {MARCAS.map((marca) => (
              <CartaoMarca key={marca} {...props} nota={nota} marca={marca} />
            ))}
          </span>
        )}
      </div>
    </li>
  );
}

function CartaoMarca(props: ListaProps & { nota: NotaLinha; marca: Marca }): React.JSX.Element {
  const { nota, marca, zona, onMarcar } = props;
  const { ligada } = estadoOf(nota, marca);
  return (
    <button
      type="button"
      className={classes.cartaoMarca}
      aria-pressed={ligada}
      aria-disabled={nota.quarentena}
      aria-label={`${textosMarcas[marca].curto} ${nota.quarentena ? textosMarcas.bloqueada : dicaOf(nota, marca, zona)}`}
      onClick={() => {
        if (!nota.quarentena) onMarcar(nota, marca);
      }}
    >
      {ligada ? (
        <IconCheck size={13} stroke={2.4} aria-hidden="true" />
      ) : (
        <FlagIcone ligada={false} size={10} />
      )}
      {textosMarcas[marca].curto}
    </button>
  );
}
