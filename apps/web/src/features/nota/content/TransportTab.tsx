import { formatDocumento, formatReais } from "@malote/syntax";
import { Group } from "@mantine/core";
import {
  IconArrowRight,
  IconPlane,
  IconRoute,
  IconShip,
  IconTrain,
  IconTruck,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { contentTexts as texts } from "../../../texts/nota/content.ts";
import {
  ContentSection,
  ContentTable,
  FreeText,
  PairList,
  ValueGrid,
} from "../../../ui/documento/DocContent.tsx";
import { formatPlace } from "../detail/parties.ts";
import {
  cargoOf,
  complementaryTextOf,
  type Transport,
  taxReformOf,
  toSentenceCase,
} from "./content-values.ts";

const MODAL_ICONS: Record<NonNullable<Transport["modal"]>, TablerIcon> = {
  rodoviario: IconTruck,
  aereo: IconPlane,
  aquaviario: IconShip,
  ferroviario: IconTrain,
  dutoviario: IconRoute,
  multimodal: IconRoute,
};

/** Route, cargo, price, vehicles and drivers of a transport. */
export function TransportTab(props: { nota: Nota; transporte: Transport }): React.JSX.Element {
  const { nota, transporte } = props;
  const cargo = cargoOf(transporte);
  const { veiculos, condutores, componentes, valorReceber } = transporte;
  return (
    <>
      <RouteSection transporte={transporte} />
      {cargo.length > 0 && (
        <ContentSection title={texts.carga.titulo}>
          <ValueGrid rows={cargo} />
        </ContentSection>
      )}
      {(componentes.length > 0 || valorReceber !== null) && (
        <PriceSection transporte={transporte} total={nota.valorTotal} />
      )}
      {taxReformOf(transporte.ibsCbs, null).map(({ titulo: title, linhas }) => (
        <ContentSection key={title} title={title}>
          <ValueGrid rows={linhas} />
        </ContentSection>
      ))}
      {veiculos.length > 0 && (
        <ContentSection title={texts.veiculos}>
          <PairList
            pairs={veiculos.map(({ placa, uf }) => ({ name: formatPlate(placa), end: dimmed(uf) }))}
          />
        </ContentSection>
      )}
      {condutores.length > 0 && (
        <ContentSection title={texts.condutores}>
          <PairList
            pairs={condutores.map(({ nome, cpf }) => ({ name: nome, end: dimmed(formatDocumento(cpf)) }))}
          />
        </ContentSection>
      )}
      {nota.informacoesComplementares && (
        <ContentSection title={texts.complementares}>
          <FreeText>{complementaryTextOf(nota)}</FreeText>
        </ContentSection>
      )}
    </>
  );
}

function RouteSection({ transporte }: { transporte: Transport }): React.JSX.Element | null {
  const { modal, percurso, rntrc } = transporte;
  const { trajeto: t } = texts;
  const origem = formatPlace(transporte.origem);
  const destino = formatPlace(transporte.destino);
  const Icon = modal ? MODAL_ICONS[modal] : IconRoute;
  const linhas = [
    ...(modal ? [{ rotulo: t.modal, valor: texts.modais[modal] }] : []),
    ...(rntrc ? [{ rotulo: t.rntrc, valor: rntrc }] : []),
  ];
  if (!origem && !destino && linhas.length === 0 && percurso.length === 0) return null;
  return (
    <ContentSection title={t.titulo}>
      {(origem || destino) && (
        <Group component="p" className="t-painel" gap="8px 12px" mt={8}>
          <Icon size={20} stroke={1.6} color="var(--text-3)" aria-hidden="true" />
          <span className="vh">{t.origem}</span>
          {origem ?? "–"}
          <IconArrowRight size={18} stroke={1.6} color="var(--text-3)" aria-hidden="true" />
          <span className="vh">{t.destino}</span>
          {destino ?? "–"}
        </Group>
      )}
      {percurso.length > 0 && (
        <p className="t-second">
          {t.percurso} {percurso.join(", ")}
        </p>
      )}
      {linhas.length > 0 && <ValueGrid rows={linhas} />}
    </ContentSection>
  );
}

function PriceSection({ transporte, total }: { transporte: Transport; total: string }): React.JSX.Element {
  const { componentes, valorReceber } = transporte;
  const { prestacao: t } = texts;
  return (
    <ContentSection title={t.titulo}>
      <ContentTable
        label={t.titulo}
        columns={[
          { title: t.componente, cell: ({ nome }) => toSentenceCase(nome) },
          { title: t.valor, cell: ({ valor }) => (valor ? formatReais(valor) : "–"), end: true },
        ]}
        rows={componentes}
        footer={[
          [t.total, formatReais(total)],
          ...(valorReceber !== null && valorReceber !== total
            ? [[t.receber, formatReais(valorReceber)]]
            : []),
        ]}
      />
    </ContentSection>
  );
}

/** "ABC1D23" → "ABC-1D23". */
function formatPlate(placa: string): string {
  return placa.length === 7 ? `${placa.slice(0, 3)}-${placa.slice(3)}` : placa;
}

function dimmed(text: string | null): React.JSX.Element {
  return <span className="t-dimmed">{text}</span>;
}
