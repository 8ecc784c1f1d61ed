import { formatDocumento, formatReais } from "@malote/syntax";
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
import { formatPlace } from "../detail/parties.ts";
import classes from "./Content.module.css";
import { ContentSection, ValueGrid } from "./ContentSection.tsx";
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
        <PairList
          title={texts.veiculos}
          pares={veiculos.map(({ placa, uf }) => ({ nome: formatPlate(placa), extra: uf }))}
        />
      )}
      {condutores.length > 0 && (
        <PairList
          title={texts.condutores}
          pares={condutores.map(({ nome, cpf }) => ({ nome, extra: formatDocumento(cpf) }))}
        />
      )}
      {nota.informacoesComplementares && (
        <ContentSection title={texts.complementares}>
          <p className={classes.texto}>{complementaryTextOf(nota)}</p>
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
        <p className={classes.trajeto}>
          <Icon size={20} stroke={1.6} aria-hidden="true" />
          <span className="vh">{t.origem}</span>
          {origem ?? "–"}
          <IconArrowRight size={18} stroke={1.6} aria-hidden="true" />
          <span className="vh">{t.destino}</span>
          {destino ?? "–"}
        </p>
      )}
      {percurso.length > 0 && (
        <p className={classes.percurso}>
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
      <table className={classes.tabela} aria-label={t.titulo}>
        <thead>
          <tr>
            <th scope="col">{t.componente}</th>
            <th scope="col">{t.valor}</th>
          </tr>
        </thead>
        <tbody>
          {componentes.map(({ nome, valor }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two components may have the same name
            <tr key={index}>
              <td>{toSentenceCase(nome)}</td>
              <td className="num">{valor ? formatReais(valor) : "–"}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t.total}</td>
            <td className="num">{formatReais(total)}</td>
          </tr>
          {valorReceber !== null && valorReceber !== total && (
            <tr>
              <td>{t.receber}</td>
              <td className="num">{formatReais(valorReceber)}</td>
            </tr>
          )}
        </tfoot>
      </table>
    </ContentSection>
  );
}

function PairList(props: {
  title: string;
  pares: readonly { nome: string; extra: string | null }[];
}): React.JSX.Element {
  return (
    <ContentSection title={props.title}>
      <ul className={classes.lista}>
        {props.pares.map(({ nome, extra }) => (
          <li key={`${nome} ${extra}`}>
            {nome} {extra && <span>{extra}</span>}
          </li>
        ))}
      </ul>
    </ContentSection>
  );
}

/** "ABC1D23" → "ABC-1D23". */
function formatPlate(placa: string): string {
  return placa.length === 7 ? `${placa.slice(0, 3)}-${placa.slice(3)}` : placa;
}
