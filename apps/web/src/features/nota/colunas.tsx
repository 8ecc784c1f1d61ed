import { formatChave, formatDataHora, formatDocumento, formatReais } from "@malote/syntax";
import { IconArrowDown, IconArrowUp, IconRosetteDiscountCheck } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import type { NotaLinha } from "../../rpc/queries.ts";
import { filtros } from "../../textos/filtros.ts";
import { notas as textos } from "../../textos/notas.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import type { Coluna } from "../../ui/DataTable.tsx";
import { formatNumero } from "../../ui/numero.ts";
import { Selo, Status } from "../../ui/Status.tsx";
import { type Situacao, situacaoNfe, situacaoSefazCurta, situacaoSelo } from "../../ui/situacao.ts";
import { TypeTag } from "../../ui/TypeTag.tsx";
import type { ColunaChave } from "./exibicao.ts";
import { type Filtravel, type ListaProps, parteOf } from "./lista.ts";
import { MarcaFlag } from "./MarcaFlag.tsx";
import { type Marca, nomeOf } from "./marcas.ts";
import classes from "./Notas.module.css";
import { Silencio } from "./Silencio.tsx";

const ConsultaBotao = lazy(async () => ({ default: (await import("./ConsultaBotao.tsx")).ConsultaBotao }));

type C = Coluna<NotaLinha>;

/** Minimum width of a column without a fixed width, in pixels. */
const NOME_MIN = 200;
/** Extra width of the last column, in pixels. */
const MARGEM = 20;
const MARCAS: ReadonlySet<ColunaChave> = new Set(["processado", "recebido", "conferido"]);

const FEITAS: Record<ColunaChave, (props: ListaProps) => C> = {
  tipo,
  veredito,
  numero,
  emissao,
  parte,
  documento,
  uf,
  nossa,
  valor,
  chegada,
  nfe: (props) => status(props, "nfe", { largura: "135px", situacaoDe: situacaoNfe }),
  sefaz: (props) => status(props, "sefaz", { largura: "186px", situacaoDe: situacaoSefazCurta }),
  manifestacao,
  chave,
  processado: (props) => marca(props, "processado", "40px"),
  recebido: (props) => marca(props, "recebido", "41px"),
  conferido: (props) => marca(props, "conferido", "44px"),
};

/**
 * The visible columns, from the checkbox to the flags. In the divergences tab, the last column
 * starts a consulta instead.
 */
export function colunasOf(props: ListaProps): C[] {
  const { colunas, divergencias } = props;
  // The divergences tab compares two statuses: it shows both, even if the user hid their columns.
  const shown = divergencias
    ? [...colunas.filter((each) => !MARCAS.has(each) && each !== "nfe" && each !== "sefaz")]
    : colunas;
  return widenLast([
    selecao(props),
    ...shown.map((each) => FEITAS[each](props)),
    ...(divergencias ? [FEITAS.nfe(props), FEITAS.sefaz(props), acao()] : []),
  ]);
}

/** Widens the last column to the edge of the page. */
function widenLast(colunas: C[]): C[] {
  return colunas.map((coluna, at) =>
    at === colunas.length - 1 && coluna.largura
      ? { ...coluna, largura: `${Number.parseInt(coluna.largura, 10) + MARGEM}px` }
      : coluna,
  );
}

/** Minimum width of the table, in pixels; a narrower table scrolls. */
export function larguraOf(colunas: readonly C[]): number {
  return colunas.reduce((sum, { largura }) => sum + (largura ? Number.parseInt(largura, 10) : NOME_MIN), 0);
}

function selecao({ selecao: picked, notas }: ListaProps): C {
  return {
    chave: "selecao",
    largura: "50px",
    semPapel: true,
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
    largura: "72px",
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

/** Badge of the verdict, between type and number. */
function veredito(props: ListaProps): C {
  return {
    chave: "veredito",
    titulo: (
      <span className={classes.selado} data-dica={textos.colunas.veredito}>
        <IconRosetteDiscountCheck size={15} stroke={1.6} aria-hidden="true" />
        <span className="vh">{textos.colunas.veredito}</span>
      </span>
    ),
    largura: "36px",
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
    largura: "128px",
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

function documento({ papel }: ListaProps): C {
  return {
    chave: "documento",
    titulo: textos.colunas.documento,
    largura: "146px",
    celula: (nota) => <Quieto>{formatDocumento(parteOf(nota, papel).documento)}</Quieto>,
  };
}

/** The company of the conta that received or issued the document. */
function nossa({ papel }: ListaProps): C {
  return {
    chave: "nossa",
    titulo: textos.colunas.nossa,
    largura: "180px",
    celula: (nota) => {
      const nome = papel === "E" ? (nota.nomeDestinatario ?? "–") : nota.nomeEmitente;
      return (
        <span className={`${classes.parte} ${classes.secundario}`} title={nome}>
          {nome}
        </span>
      );
    },
  };
}

function numero(props: ListaProps): C {
  return {
    chave: "numero",
    titulo: textos.colunas.numero,
    largura: "97px",
    celula: (nota) => <Numero {...props} nota={nota} />,
  };
}

function valor(): C {
  return {
    chave: "valor",
    titulo: textos.colunas.valor,
    largura: "108px",
    lado: "direita",
    celula: (nota) => <span className={`num ${classes.valor}`}>{formatReais(nota.valorTotal)}</span>,
  };
}

function chegada({ zona }: ListaProps): C {
  return {
    chave: "chegada",
    titulo: textos.colunas.chegada,
    largura: "128px",
    celula: (nota) => <Quieto>{nota.criadoEm && formatDataHora(nota.criadoEm, zona)}</Quieto>,
  };
}

function chave(): C {
  return {
    chave: "chave",
    titulo: textos.colunas.chave,
    largura: "430px",
    celula: (nota) => <span className={`mono ${classes.chave}`}>{formatChave(nota.chaveAcesso)}</span>,
  };
}

function manifestacao(props: ListaProps): C {
  return {
    chave: "manifestacao",
    titulo: textos.colunas.manifestacao,
    largura: "228px",
    celula: (nota) => {
      const palavra = filtros.manifestacoes[nota.manifestacao];
      return (
        <span className={classes.manifestacao}>
          <Filtro {...props} campo="manifestacao" nota={nota} valor={palavra}>
            {palavra}
          </Filtro>
          <Silencio nota={nota} />
        </span>
      );
    },
  };
}

/** A status column; a click on a cell filters by that status. */
function status(
  props: ListaProps,
  campo: "nfe" | "sefaz",
  { largura, situacaoDe }: { largura: string; situacaoDe: (nota: NotaLinha) => Situacao },
): C {
  return {
    chave: campo,
    titulo: textos.colunas[campo],
    largura,
    celula: (nota) => {
      const situacao = situacaoDe(nota);
      return (
        <Filtro {...props} campo={campo} nota={nota} valor={situacao.palavra}>
          <Status situacao={situacao} />
        </Filtro>
      );
    },
  };
}

function Quieto({ children }: { children: React.ReactNode }): React.JSX.Element {
  return <span className={`num ${classes.secundario}`}>{children || "–"}</span>;
}

function uf(props: ListaProps): C {
  return {
    chave: "uf",
    titulo: textos.colunas.uf,
    largura: "40px",
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

function acao(): C {
  return {
    chave: "acao",
    titulo: <span className="vh">{textos.colunas.acao}</span>,
    largura: "132px",
    lado: "direita",
    semPapel: true,
    celula: (nota) => (
      <Suspense>
        <ConsultaBotao key={nota.id} nota={nota} />
      </Suspense>
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

/** The number of a document, as the link that opens it. */
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

/** Cells that already have a title or a tooltip. */
const TITULADOS: ReadonlySet<Filtravel> = new Set(["parte", "veredito", "nfe", "sefaz"]);

function Filtro(
  props: ListaProps & { campo: Filtravel; nota: NotaLinha; valor: string; children: React.ReactNode },
): React.JSX.Element {
  const { campo, nota, valor, children, onFiltrar } = props;
  return (
    <button
      type="button"
      className={classes.filtravel}
      title={TITULADOS.has(campo) ? undefined : filtros.por(valor)}
      data-dica={campo === "veredito" ? valor : undefined}
      onClick={() => void onFiltrar(campo, nota)}
    >
      <span className="vh">{filtros.por("")}</span>
      {children}
    </button>
  );
}
