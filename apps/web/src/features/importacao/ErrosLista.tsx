import { formatInteiro, formatTamanho } from "@malote/syntax";
import { IconDownload, IconFileAlert, IconShieldPause } from "@tabler/icons-react";
import { anexoHref } from "../../rpc/arquivos.ts";
import type { ImportacaoErro } from "../../rpc/importacoes.ts";
import { importacao as textos } from "../../textos/importacao.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { StatusTag } from "../../ui/Status.tsx";
import classes from "./ErrosLista.module.css";

const { erros: t } = textos;

type Grupo = { codigo: string; motivo: string; quantidade: number };

/** Filters the failed files by reason, each with its number of files. */
export function ErrosMotivos(props: {
  grupos: readonly Grupo[];
  codigo: string | null;
  onChange: (codigo: string | null) => void;
}): React.JSX.Element | null {
  const { grupos, codigo, onChange } = props;
  if (grupos.length < 2 && codigo === null) return null;
  const total = grupos.reduce((sum, { quantidade }) => sum + quantidade, 0);
  const opcoes = [{ codigo: null, motivo: t.todos, quantidade: total }, ...grupos];
  return (
    <fieldset className={classes.motivos}>
      <legend className="vh">{t.motivos}</legend>
      {opcoes.map((opcao) => (
        <button
          key={opcao.codigo ?? ""}
          type="button"
          aria-pressed={opcao.codigo === codigo}
          onClick={() => onChange(opcao.codigo)}
        >
          {opcao.motivo} <span className={`num ${classes.contagem}`}>{formatInteiro(opcao.quantidade)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The failed files, each with its reason and a download link. */
export function ErrosLista({ erros }: { erros: readonly ImportacaoErro[] }): React.JSX.Element {
  if (erros.length === 0) {
    return (
      <EmptyState icone={IconFileAlert} titulo={t.nenhum}>
        {t.nenhumTexto}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t.titulo}>
      {erros.map((erro) => (
        <Linha key={erro.id} erro={erro} />
      ))}
    </ul>
  );
}

function Linha({ erro }: { erro: ImportacaoErro }): React.JSX.Element {
  const nome = erro.nome ?? t.semNome;
  return (
    <li className={classes.linha}>
      <span className={classes.nome}>
        <b title={nome}>{nome}</b>
        <span className="num">{formatTamanho(erro.tamanho)}</span>
      </span>
      <span className={classes.motivo}>
        {erro.quarentena && (
          <StatusTag tom="aviso" palavra={t.quarentena}>
            <IconShieldPause size={15} stroke={1.8} aria-hidden="true" />
          </StatusTag>
        )}
        <span>
          {erro.motivo}
          {erro.detalhe && <small> {erro.detalhe}</small>}
        </span>
      </span>
      {erro.baixavel ? (
        <a href={anexoHref(erro.id)} className="icone" aria-label={t.baixar(nome)} data-dica={t.baixar(nome)}>
          <IconDownload size={16} stroke={1.6} aria-hidden="true" />
        </a>
      ) : (
        <span />
      )}
    </li>
  );
}
