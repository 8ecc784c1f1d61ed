import { formatDocumento, formatInteiro } from "@malote/syntax";
import { IconArrowUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Empresa } from "../../rpc/empresas.ts";
import { certificado as textosCert } from "../../textos/certificados.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { geral } from "../../textos/geral.ts";
import { type Coluna, DataTable } from "../../ui/DataTable.tsx";
import { FlagIcone } from "../../ui/Flag.tsx";
import { formatHa } from "../../ui/quando.ts";
import type { EmpresaAcoes } from "./acoes.ts";
import { CertificadoStatus } from "./certificado/CertificadoStatus.tsx";
import { estadoOf } from "./certificado/situacao.ts";
import { EmpresaMenu } from "./EmpresaMenu.tsx";
import classes from "./Empresas.module.css";
import { type Ordem, problemaOf, ultimaOf } from "./lista.ts";

export type EmpresasProps = {
  empresas: readonly Empresa[];
  ordem: Ordem;
  agora: Date;
  zona: string;
  /** Null for users who are not managers. */
  acoes: EmpresaAcoes | null;
};

/** The companies as a table: identity, certificate and enabled features. */
export function EmpresasTabela(
  props: EmpresasProps & { onAbrir: (empresa: Empresa) => void },
): React.JSX.Element {
  return (
    <div className={classes.tabela}>
      <DataTable
        rotulo={textos.lista}
        colunas={colunasOf(props)}
        linhas={props.empresas}
        chaveDe={({ id }) => id}
        onAbrir={props.onAbrir}
      />
    </div>
  );
}

function colunasOf(props: EmpresasProps): Coluna<Empresa>[] {
  const { ordem, acoes } = props;
  const { colunas } = textos;
  return [
    {
      chave: "empresa",
      ordem: "ascending",
      titulo: <Ordenada ordem={ordem} />,
      celula: (empresa) => <Nome empresa={empresa} />,
    },
    {
      chave: "uf",
      largura: "64px",
      titulo: colunas.uf,
      celula: ({ uf }) => uf ?? <SemUf />,
    },
    {
      chave: "certificado",
      largura: "208px",
      titulo: colunas.certificado,
      celula: (empresa) => <Certificado {...props} empresa={empresa} />,
    },
    {
      chave: "manifestacao",
      largura: "154px",
      titulo: colunas.manifestacao,
      celula: (empresa) => <Manifestacao empresa={empresa} />,
    },
    {
      chave: "auditor",
      largura: "196px",
      titulo: colunas.auditor,
      celula: (empresa) => <Auditor {...props} empresa={empresa} />,
    },
    {
      chave: "documentos",
      largura: "100px",
      lado: "direita",
      titulo: colunas.documentos,
      celula: ({ documentos }) => <span className="num">{formatInteiro(documentos)}</span>,
    },
    ...(acoes ? [menu(acoes)] : []),
  ];
}

/** The header names the sort order; the CNPJ is in the column of the name. */
function Ordenada({ ordem }: { ordem: Ordem }): React.JSX.Element {
  const { colunas, ordens } = textos;
  return (
    <span className={classes.ordenada}>
      {ordem === "nome" ? ordens.nome : `${colunas.empresa} (${ordens.cnpj})`}
      <IconArrowUp size={13} stroke={2} aria-hidden="true" />
    </span>
  );
}

function menu(acoes: EmpresaAcoes): Coluna<Empresa> {
  return {
    chave: "acao",
    largura: "64px",
    lado: "direita",
    titulo: <span className="vh">{textos.colunas.acao}</span>,
    celula: (empresa) => <EmpresaMenu empresa={empresa} acoes={acoes} />,
  };
}

function Nome({ empresa }: { empresa: Empresa }): React.JSX.Element {
  return (
    <>
      <Link
        to={`/empresa/${empresa.id}`}
        className={classes.nome}
        data-abrir
        title={empresa.nome}
        aria-label={textos.abrir(empresa.nome)}
      >
        {empresa.nome}
      </Link>
      <span className={classes.segunda}>
        {formatDocumento(empresa.cnpj)}
        {empresa.prova === null && <> · {textos.prova.falta}</>}
      </span>
    </>
  );
}

function SemUf(): React.JSX.Element {
  return (
    <span className={classes.nada} title={textos.semUf}>
      {geral.nenhumValor}
      <span className="vh">{textos.semUf}</span>
    </span>
  );
}

/** The certificate chip, with a link below it to fix its state. */
export function Certificado(props: EmpresasProps & { empresa: Empresa }): React.JSX.Element {
  const { empresa, zona, acoes } = props;
  const estado = estadoOf(empresa);
  return (
    <>
      <CertificadoStatus empresa={empresa} zona={zona} />
      {acoes && estado !== "valido" && (
        <Link to={`/cert/${empresa.id}`} className={`link ${classes.cura}`}>
          {estado === "sem" ? textosCert.adicionar : textosCert.trocar}
          <span className="vh"> {empresa.nome}</span>
        </Link>
      )}
    </>
  );
}

export function Manifestacao({ empresa }: { empresa: Empresa }): React.JSX.Element {
  const { manifestacao: t } = textos;
  return (
    <>
      <Ligada ligada={empresa.ativarManifestacao} palavras={[t.ligada, t.desligada]} />
      {empresa.cienciaAutomatica && (
        <span className={`${classes.segunda} ${classes.sobFlag}`}>{t.ciencia}</span>
      )}
    </>
  );
}

export function Auditor(props: EmpresasProps & { empresa: Empresa }): React.JSX.Element {
  const { empresa, agora, zona } = props;
  const { auditor: t } = textos;
  const problema = empresa.ativarAuditor ? problemaOf(empresa) : null;
  return (
    <>
      <Ligada ligada={empresa.ativarAuditor} palavras={[t.ligado, t.desligado]} />
      {empresa.ativarAuditor && (
        <span
          className={`${classes.segunda} ${classes.sobFlag}`}
          data-aviso={problema ? true : undefined}
          title={problema ?? undefined}
        >
          {problema ?? walkOf(empresa, agora, zona)}
        </span>
      )}
    </>
  );
}

/** When SEFAZ was last queried, or what the sync waits for. */
function walkOf(empresa: Empresa, agora: Date, zona: string): string {
  const { auditor: t } = textos;
  const ultima = ultimaOf(empresa);
  if (ultima) return t.consultou(formatHa(ultima, agora, zona));
  return empresa.certificado === null ? t.semCertificado : t.semConsulta;
}

function Ligada(props: { ligada: boolean; palavras: readonly [string, string] }): React.JSX.Element {
  const { ligada, palavras } = props;
  return (
    <span className={classes.flag} data-ligada={ligada}>
      <FlagIcone ligada={ligada} size={15} />
      {ligada ? palavras[0] : palavras[1]}
    </span>
  );
}
