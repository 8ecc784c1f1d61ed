import { formatDataHora, formatReais } from "@malote/syntax";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { NotaLinha } from "../../rpc/queries.ts";
import { filtros } from "../../textos/filtros.ts";
import { notas as textos } from "../../textos/notas.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import type { Coluna } from "../../ui/DataTable.tsx";
import { formatNumero } from "../../ui/numero.ts";
import { Selo, Status } from "../../ui/Status.tsx";
import { situacaoNfe, situacaoSefazCurta, situacaoSelo } from "../../ui/situacao.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import { type Filtravel, type ListaProps, parteOf } from "./lista.ts";
import { MarcaFlag } from "./MarcaFlag.tsx";
import { type Marca, nomeOf } from "./marcas.ts";
import classes from "./Notas.module.css";

type C = Coluna<NotaLinha>;

/** The columns of the list, from the box to the marks; of the divergences, to the question to SEFAZ. */
export function colunasOf(props: ListaProps): C[] {
  const marcas = [
    marca(props, "processado", "40px"),
    marca(props, "recebido", "41px"),
    marca(props, "conferido", "66px"),
  ];
  return [
    selecao(props),
    tipo(props),
    veredito(props),
    {
      chave: "numero",
      titulo: textos.colunas.numero,
      largura: "98px",
      celula: (nota) => <Numero {...props} nota={nota} />,
    },
    emissao(props),
    parte(props),
    uf(props),
    {
      chave: "valor",
      titulo: textos.colunas.valor,
      largura: "110px",
      lado: "direita",
      celula: (nota) => <span className={`num ${classes.valor}`}>{formatReais(nota.valorTotal)}</span>,
    },
    {
      chave: "nfe",
      titulo: textos.colunas.nfe,
      largura: "137px",
      celula: (nota) => <Status situacao={situacaoNfe(nota)} />,
    },
    {
      chave: "sefaz",
      titulo: textos.colunas.sefaz,
      largura: "188px",
      celula: (nota) => <Status situacao={situacaoSefazCurta(nota)} />,
    },
    ...(props.divergencias ? [acao(props)] : marcas),
  ];
}

function selecao({ selecao: picked, notas }: ListaProps): C {
  return {
    chave: "selecao",
    largura: "51px",
    titulo: (
      <Checkbox
        rotulo={textos.selecionarTudo}
        checked={picked.all(notas)}
        indeterminate={!picked.all(notas) && picked.some(notas)}
        onChange={() => picked.toggleAll(notas)}
      />
    ),
    celula: (nota) => (
      <Checkbox
        rotulo={textos.selecionar(nomeOf(nota))}
        checked={picked.has(nota.id)}
        onChange={() => picked.toggle(nota)}
      />
    ),
  };
}

function tipo(props: ListaProps): C {
  return {
    chave: "tipo",
    titulo: textos.colunas.tipo,
    largura: "74px",
    celula: (nota) => (
      <>
        <Filtro {...props} campo="tipo" nota={nota} valor={nota.tipoNota}>
          <TypeTag tipo={nota.tipoNota} />
        </Filtro>
        {nota.terceiros && (
          <span className={classes.terceiros} title={textos.deTerceirosDica}>
            {textos.deTerceiros}
          </span>
        )}
      </>
    ),
  };
}

/** The seal of the file, between what it is and its number. */
function veredito(props: ListaProps): C {
  return {
    chave: "veredito",
    titulo: textos.colunas.veredito,
    largura: "60px",
    lado: "meio",
    celula: (nota) => {
      const selo = situacaoSelo(nota);
      return (
        <Filtro {...props} campo="veredito" nota={nota} valor={selo.palavra}>
          <Selo situacao={selo} />
        </Filtro>
      );
    },
  };
}

function emissao({ ordem, zona }: ListaProps): C {
  const down = ordem === "emissaoDesc";
  const active = down || ordem === "emissaoAsc";
  return {
    chave: "emissao",
    titulo: <Ordenada ativa={active} desce={down} texto={textos.colunas.emissao} />,
    largura: "130px",
    ...(active ? { ordem: down ? ("descending" as const) : ("ascending" as const) } : {}),
    celula: (nota) => (
      <span className={`num ${classes.secundario}`}>
        {nota.dataEmissao ? formatDataHora(nota.dataEmissao, zona) : "–"}
      </span>
    ),
  };
}

function parte(props: ListaProps): C {
  const { ordem, papel } = props;
  const chave = papel === "E" ? ("emitente" as const) : ("destinatario" as const);
  return {
    chave,
    titulo: <Ordenada ativa={ordem === chave} desce={false} texto={textos.colunas[chave]} />,
    ...(ordem === chave ? { ordem: "ascending" as const } : {}),
    celula: (nota) => {
      const { nome } = parteOf(nota, papel);
      return (
        <Filtro {...props} campo="parte" nota={nota} valor={nome}>
          <span className={classes.parte} title={nome}>
            {nome}
          </span>
        </Filtro>
      );
    },
  };
}

function uf(props: ListaProps): C {
  return {
    chave: "uf",
    titulo: textos.colunas.uf,
    largura: "42px",
    celula: (nota) => {
      const { uf: sigla } = parteOf(nota, props.papel);
      if (!sigla) return "–";
      return (
        <Filtro {...props} campo="uf" nota={nota} valor={sigla}>
          {sigla}
        </Filtro>
      );
    },
  };
}

function marca({ zona, onMarcar }: ListaProps, chave: Marca, largura: string): C {
  return {
    chave,
    titulo: textos.colunas[chave],
    largura,
    lado: "meio",
    celula: (nota) => <MarcaFlag nota={nota} marca={chave} zona={zona} onToggle={onMarcar} />,
  };
}

function acao({ onConsultar }: ListaProps): C {
  return {
    chave: "acao",
    titulo: <span className="vh">{textos.colunas.acao}</span>,
    largura: "116px",
    lado: "direita",
    celula: (nota) => (
      <button type="button" className="link" onClick={() => onConsultar(nota)}>
        {textos.consultar}
        <span className="vh"> {nomeOf(nota)}</span>
      </button>
    ),
  };
}

function Ordenada(props: { ativa: boolean; desce: boolean; texto: string }): React.JSX.Element {
  if (!props.ativa) return <>{props.texto}</>;
  const Seta = props.desce ? IconArrowDown : IconArrowUp;
  return (
    <span className={classes.ordenada}>
      {props.texto}
      <Seta size={14} stroke={1.8} aria-hidden="true" />
    </span>
  );
}

/** The number, which opens the document. */
function Numero({ nota, linkOf }: ListaProps & { nota: NotaLinha }): React.JSX.Element {
  const { to, state } = linkOf(nota);
  return (
    <Link
      to={to}
      state={state}
      data-abrir
      className={`num ${classes.numero}`}
      aria-label={textos.abrir(nomeOf(nota))}
    >
      <b>{formatNumero(nota.numeroNota)}</b> / {nota.serieNota}
    </Link>
  );
}

function Filtro(
  props: ListaProps & { campo: Filtravel; nota: NotaLinha; valor: string; children: React.ReactNode },
): React.JSX.Element {
  const { campo, nota, valor, children, onFiltrar } = props;
  return (
    <button
      type="button"
      className={classes.filtravel}
      title={campo === "parte" || campo === "veredito" ? undefined : filtros.por(valor)}
      data-dica={campo === "veredito" ? valor : undefined}
      onClick={() => onFiltrar(campo, nota)}
    >
      <span className="vh">{filtros.por("")}</span>
      {children}
    </button>
  );
}
