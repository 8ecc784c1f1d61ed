import { formatDocumento } from "@malote/syntax";
import { Text } from "@mantine/core";
import { Link } from "react-router-dom";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts } from "../../../texts/admin/certificado.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { general } from "../../../texts/app/general.ts";
import { StatusTag } from "../../../ui/documento/Status.tsx";
import { formatTimeAgo } from "../../../ui/format/relative-time.ts";
import { FlagIcon } from "../../../ui/list/Flag.tsx";
import { type ListColumn, TwoLines } from "../../../ui/list/ResponsiveTable.tsx";
import { CertificadoStatus } from "../certificado/CertificadoStatus.tsx";
import { certificadoStateOf } from "../certificado/certificado-state.ts";
import { lastQueryOf, type SortOrder, syncProblemOf } from "./empresas-summary.ts";

type ListContext = { sortOrder: SortOrder; now: Date; timeZone: string; isManager: boolean };

/** The columns of the companies: identity, certificate and enabled features. */
export function columnsOf(context: ListContext): ListColumn<Empresa>[] {
  const { sortOrder, now, timeZone } = context;
  const { colunas, ordens, manifestacao } = texts;
  return [
    {
      key: "empresa",
      title: sortOrder === "nome" ? ordens.nome : colunas.empresa,
      // The CNPJ is in the column of the name.
      sorted: sortOrder === "nome" || ordens.cnpj,
      name: ({ id, nome, cnpj, prova }) => ({
        text: nome,
        label: texts.abrir(nome),
        open: `/empresa/${id}`,
        note: prova === null ? `${formatDocumento(cnpj)} · ${texts.prova.falta}` : formatDocumento(cnpj),
      }),
    },
    { key: "uf", width: "64px", title: colunas.uf, cell: ({ uf }) => uf ?? <NoUf /> },
    {
      key: "certificado",
      width: "208px",
      title: colunas.certificado,
      cell: (empresa) => <Certificado empresa={empresa} context={context} />,
    },
    {
      key: "manifestacao",
      width: "154px",
      title: colunas.manifestacao,
      cell: ({ ativarManifestacao, cienciaAutomatica }) => (
        <TwoLines
          isStatus
          value={<Switched isOn={ativarManifestacao} words={[manifestacao.ligada, manifestacao.desligada]} />}
          note={cienciaAutomatica && manifestacao.ciencia}
        />
      ),
    },
    {
      key: "auditor",
      width: "196px",
      title: colunas.auditor,
      cell: (empresa) => <Auditor empresa={empresa} now={now} timeZone={timeZone} />,
    },
    { key: "documentos", width: "100px", title: colunas.documentos, number: ({ documentos }) => documentos },
  ];
}

function NoUf(): React.JSX.Element {
  return (
    <Text span inherit c="dimmed" title={texts.semUf}>
      {general.nenhumValor}
      <span className="vh">{texts.semUf}</span>
    </Text>
  );
}

/** The certificate chip, with a link below it to fix its state. */
function Certificado(props: { empresa: Empresa; context: ListContext }): React.JSX.Element {
  const { empresa, context } = props;
  const state = certificadoStateOf(empresa);
  return (
    <TwoLines
      isStatus
      value={<CertificadoStatus empresa={empresa} timeZone={context.timeZone} />}
      note={
        context.isManager &&
        state !== "valido" && (
          <Link to={`/cert/${empresa.id}`} className="link">
            {state === "sem" ? certificadoTexts.adicionar : certificadoTexts.trocar}
            <span className="vh"> {empresa.nome}</span>
          </Link>
        )
      }
    />
  );
}

function Auditor(props: { empresa: Empresa; now: Date; timeZone: string }): React.JSX.Element {
  const { empresa, now, timeZone } = props;
  const { ativarAuditor } = empresa;
  const { auditor: t } = texts;
  const problem = ativarAuditor ? syncProblemOf(empresa) : null;
  return (
    <TwoLines
      isStatus
      value={<Switched isOn={ativarAuditor} words={[t.ligado, t.desligado]} />}
      note={ativarAuditor && (problem ?? syncTextOf(empresa, now, timeZone))}
      tone={problem === null ? undefined : "warn"}
    />
  );
}

/** When SEFAZ was last queried, or what the sync waits for. */
function syncTextOf(empresa: Empresa, now: Date, timeZone: string): string {
  const { auditor: t } = texts;
  const lastQuery = lastQueryOf(empresa);
  if (lastQuery) return t.consultou(formatTimeAgo(lastQuery, now, timeZone));
  return empresa.certificado === null ? t.semCertificado : t.semConsulta;
}

function Switched(props: { isOn: boolean; words: readonly [string, string] }): React.JSX.Element {
  const { isOn, words } = props;
  return (
    <StatusTag tone="neutro" word={words[isOn ? 0 : 1]}>
      <FlagIcon isOn={isOn} size={15} />
    </StatusTag>
  );
}
