import { formatInteger } from "@malote/syntax";
import { Button, Group } from "@mantine/core";
import { IconFileAlert, IconShieldPause } from "@tabler/icons-react";
import { anexoHref } from "../../rpc/files/file-urls.ts";
import type { ImportacaoError } from "../../rpc/files/importacoes.ts";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import { DownloadIcon } from "../../ui/documento/DownloadIcon.tsx";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FileName } from "./FileName.tsx";
import classes from "./Importacao.module.css";

const { erros: t } = texts;

type ErrorGroup = { codigo: string; motivo: string; quantidade: number };

/** Filters the failed files by reason, each with its number of files. */
export function ErrorReasons(props: {
  groups: readonly ErrorGroup[];
  codigo: string | null;
  onChange: (codigo: string | null) => void;
}): React.JSX.Element | null {
  const { groups, codigo, onChange } = props;
  if (groups.length < 2 && codigo === null) return null;
  const total = groups.reduce((sum, { quantidade }) => sum + quantidade, 0);
  const options = [{ codigo: null, motivo: t.todos, quantidade: total }, ...groups];
  return (
    <Group component="fieldset" gap={6} px="var(--gutter)" py={12} className={classes.reasons}>
      <legend className="vh">{t.motivos}</legend>
      {options.map((option) => (
        <Button
          variant="default"
          key={option.codigo ?? ""}
          aria-pressed={option.codigo === codigo}
          rightSection={<span className="t-rotulo num">{formatInteger(option.quantidade)}</span>}
          onClick={() => onChange(option.codigo)}
        >
          {option.motivo}
        </Button>
      ))}
    </Group>
  );
}

/** The failed files, each with its reason and a download link. */
export function ErrorList({ importErrors }: { importErrors: readonly ImportacaoError[] }): React.JSX.Element {
  if (importErrors.length === 0) {
    return (
      <EmptyState icon={IconFileAlert} title={t.nenhum}>
        {t.nenhumTexto}
      </EmptyState>
    );
  }
  return (
    <ul aria-label={t.titulo}>
      {importErrors.map((importError) => (
        <ErrorRow key={importError.id} importError={importError} />
      ))}
    </ul>
  );
}

function ErrorRow({ importError }: { importError: ImportacaoError }): React.JSX.Element {
  const fileName = importError.nome ?? t.semNome;
  return (
    <li className={classes.error}>
      <FileName name={fileName} size={importError.tamanho} />
      <Group gap="4px 14px" wrap={importError.quarentena ? "wrap" : "nowrap"}>
        {importError.quarentena && <StatusTag tone="aviso" word={t.quarentena} icon={IconShieldPause} />}
        <span>
          {importError.motivo}
          {importError.detalhe && <span className="t-rotulo"> {importError.detalhe}</span>}
        </span>
      </Group>
      {importError.baixavel ? (
        <DownloadIcon href={anexoHref(importError.id)} label={t.baixar(fileName)} />
      ) : (
        <span />
      )}
    </li>
  );
}
