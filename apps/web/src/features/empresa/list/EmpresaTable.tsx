import { formatDocumento, formatInteger } from "@malote/syntax";
import { IconArrowUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts } from "../../../texts/admin/certificado.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { general } from "../../../texts/app/general.ts";
import { formatTimeAgo } from "../../../ui/format/relative-time.ts";
import { type Column, DataTable } from "../../../ui/list/DataTable.tsx";
import { FlagIcon } from "../../../ui/list/Flag.tsx";
import { CertificadoStatus } from "../certificado/CertificadoStatus.tsx";
import { certificadoStateOf } from "../certificado/certificado-state.ts";
import type { EmpresaActions } from "../empresa-actions.ts";
import classes from "./EmpresaList.module.css";
import { EmpresaMenu } from "./EmpresaMenu.tsx";
import { lastQueryOf, type SortOrder, syncProblemOf } from "./empresas-summary.ts";

export type EmpresaListProps = {
  empresas: readonly Empresa[];
  sortOrder: SortOrder;
  now: Date;
  timeZone: string;
  /** Null for users who are not managers. */
  actions: EmpresaActions | null;
};

/** The companies as a table: identity, certificate and enabled features. */
export function EmpresaTable(
  props: EmpresaListProps & { onOpen: (empresa: Empresa) => void },
): React.JSX.Element {
  return (
    <div className={classes.tabela}>
      <DataTable
        label={texts.lista}
        columns={columnsOf(props)}
        rows={props.empresas}
        keyOf={({ id }) => id}
        onOpen={props.onOpen}
      />
    </div>
  );
}

function columnsOf(props: EmpresaListProps): Column<Empresa>[] {
  const { sortOrder, actions } = props;
  const { colunas } = texts;
  return [
    {
      key: "empresa",
      sort: "ascending",
      title: <SortedHeading sortOrder={sortOrder} />,
      cell: (empresa) => <EmpresaName empresa={empresa} />,
    },
    {
      key: "uf",
      width: "64px",
      title: colunas.uf,
      cell: ({ uf }) => uf ?? <NoUf />,
    },
    {
      key: "certificado",
      width: "208px",
      title: colunas.certificado,
      cell: (empresa) => <CertificadoCell {...props} empresa={empresa} />,
    },
    {
      key: "manifestacao",
      width: "154px",
      title: colunas.manifestacao,
      cell: (empresa) => <ManifestacaoCell empresa={empresa} />,
    },
    {
      key: "auditor",
      width: "196px",
      title: colunas.auditor,
      cell: (empresa) => <AuditorCell {...props} empresa={empresa} />,
    },
    {
      key: "documentos",
      width: "100px",
      align: "direita",
      title: colunas.documentos,
      cell: ({ documentos }) => <span className="num">{formatInteger(documentos)}</span>,
    },
    ...(actions ? [menuColumn(actions)] : []),
  ];
}

/** The header names the sort order; the CNPJ is in the column of the name. */
function SortedHeading({ sortOrder }: { sortOrder: SortOrder }): React.JSX.Element {
  const { colunas, ordens } = texts;
  return (
    <span className={classes.ordenada}>
      {sortOrder === "nome" ? ordens.nome : `${colunas.empresa} (${ordens.cnpj})`}
      <IconArrowUp size={13} stroke={2} aria-hidden="true" />
    </span>
  );
}

function menuColumn(actions: EmpresaActions): Column<Empresa> {
  return {
    key: "acao",
    width: "64px",
    align: "direita",
    title: <span className="vh">{texts.colunas.acao}</span>,
    cell: (empresa) => <EmpresaMenu empresa={empresa} actions={actions} />,
  };
}

function EmpresaName({ empresa }: { empresa: Empresa }): React.JSX.Element {
  return (
    <>
      <Link
        to={`/empresa/${empresa.id}`}
        className={classes.nome}
        data-abrir
        title={empresa.nome}
        aria-label={texts.abrir(empresa.nome)}
      >
        {empresa.nome}
      </Link>
      <span className={classes.segunda}>
        {formatDocumento(empresa.cnpj)}
        {empresa.prova === null && <> · {texts.prova.falta}</>}
      </span>
    </>
  );
}

function NoUf(): React.JSX.Element {
  return (
    <span className={classes.nada} title={texts.semUf}>
      {general.nenhumValor}
      <span className="vh">{texts.semUf}</span>
    </span>
  );
}

/** The certificate chip, with a link below it to fix its state. */
export function CertificadoCell(props: EmpresaListProps & { empresa: Empresa }): React.JSX.Element {
  const { empresa, timeZone, actions } = props;
  const state = certificadoStateOf(empresa);
  return (
    <>
      <CertificadoStatus empresa={empresa} timeZone={timeZone} />
      {actions && state !== "valido" && (
        <Link to={`/cert/${empresa.id}`} className={`link ${classes.cura}`}>
          {state === "sem" ? certificadoTexts.adicionar : certificadoTexts.trocar}
          <span className="vh"> {empresa.nome}</span>
        </Link>
      )}
    </>
  );
}

export function ManifestacaoCell({ empresa }: { empresa: Empresa }): React.JSX.Element {
  const { manifestacao: t } = texts;
  return (
    <>
      <SwitchState isEnabled={empresa.ativarManifestacao} stateTexts={[t.ligada, t.desligada]} />
      {empresa.cienciaAutomatica && (
        <span className={`${classes.segunda} ${classes.sobFlag}`}>{t.ciencia}</span>
      )}
    </>
  );
}

export function AuditorCell(props: EmpresaListProps & { empresa: Empresa }): React.JSX.Element {
  const { empresa, now, timeZone } = props;
  const { auditor: t } = texts;
  const problemText = empresa.ativarAuditor ? syncProblemOf(empresa) : null;
  return (
    <>
      <SwitchState isEnabled={empresa.ativarAuditor} stateTexts={[t.ligado, t.desligado]} />
      {empresa.ativarAuditor && (
        <span
          className={`${classes.segunda} ${classes.sobFlag}`}
          data-aviso={problemText ? true : undefined}
          title={problemText ?? undefined}
        >
          {problemText ?? syncTextOf(empresa, now, timeZone)}
        </span>
      )}
    </>
  );
}

/** When SEFAZ was last queried, or what the sync waits for. */
function syncTextOf(empresa: Empresa, now: Date, timeZone: string): string {
  const { auditor: t } = texts;
  const lastQuery = lastQueryOf(empresa);
  if (lastQuery) return t.consultou(formatTimeAgo(lastQuery, now, timeZone));
  return empresa.certificado === null ? t.semCertificado : t.semConsulta;
}

function SwitchState(props: {
  isEnabled: boolean;
  stateTexts: readonly [string, string];
}): React.JSX.Element {
  const { isEnabled, stateTexts } = props;
  return (
    <span className={classes.flag} data-ligada={isEnabled}>
      <FlagIcon isOn={isEnabled} size={15} />
      {isEnabled ? stateTexts[0] : stateTexts[1]}
    </span>
  );
}
