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
import type { Nota } from "../../rpc/queries.ts";
import { conteudo as textos } from "../../textos/conteudo.ts";
import classes from "./Conteudo.module.css";
import { cargaOf, complementaresOf, reformaOf, sentenceCase, type Transporte } from "./conteudo.ts";
import { formatLugar } from "./envolvidos.ts";
import { Ficha, Grade } from "./Ficha.tsx";

const MODAIS: Record<NonNullable<Transporte["modal"]>, TablerIcon> = {
  rodoviario: IconTruck,
  aereo: IconPlane,
  aquaviario: IconShip,
  ferroviario: IconTrain,
  dutoviario: IconRoute,
  multimodal: IconRoute,
};

/** Route, cargo, price, vehicles and drivers of a transport. */
export function AbaTransporte(props: { nota: Nota; transporte: Transporte }): React.JSX.Element {
  const { nota, transporte } = props;
  const carga = cargaOf(transporte);
  const { veiculos, condutores, componentes, valorReceber } = transporte;
  return (
    <>
      <Trajeto transporte={transporte} />
      {carga.length > 0 && (
        <Ficha titulo={textos.carga.titulo}>
          <Grade linhas={carga} />
        </Ficha>
      )}
      {(componentes.length > 0 || valorReceber !== null) && (
        <Prestacao transporte={transporte} total={nota.valorTotal} />
      )}
      {reformaOf(transporte.ibsCbs, null).map(({ titulo, linhas }) => (
        <Ficha key={titulo} titulo={titulo}>
          <Grade linhas={linhas} />
        </Ficha>
      ))}
      {veiculos.length > 0 && (
        <Pares
          titulo={textos.veiculos}
          pares={veiculos.map(({ placa, uf }) => ({ nome: formatPlaca(placa), extra: uf }))}
        />
      )}
      {condutores.length > 0 && (
        <Pares
          titulo={textos.condutores}
          pares={condutores.map(({ nome, cpf }) => ({ nome, extra: formatDocumento(cpf) }))}
        />
      )}
      {nota.informacoesComplementares && (
        <Ficha titulo={textos.complementares}>
          <p className={classes.texto}>{complementaresOf(nota)}</p>
        </Ficha>
      )}
    </>
  );
}

function Trajeto({ transporte }: { transporte: Transporte }): React.JSX.Element | null {
  const { modal, percurso, rntrc } = transporte;
  const { trajeto: t } = textos;
  const origem = formatLugar(transporte.origem);
  const destino = formatLugar(transporte.destino);
  const Icone = modal ? MODAIS[modal] : IconRoute;
  const linhas = [
    ...(modal ? [{ rotulo: t.modal, valor: textos.modais[modal] }] : []),
    ...(rntrc ? [{ rotulo: t.rntrc, valor: rntrc }] : []),
  ];
  if (!origem && !destino && linhas.length === 0 && percurso.length === 0) return null;
  return (
    <Ficha titulo={t.titulo}>
      {(origem || destino) && (
        <p className={classes.trajeto}>
          <Icone size={20} stroke={1.6} aria-hidden="true" />
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
      {linhas.length > 0 && <Grade linhas={linhas} />}
    </Ficha>
  );
}

function Prestacao({ transporte, total }: { transporte: Transporte; total: string }): React.JSX.Element {
  const { componentes, valorReceber } = transporte;
  const { prestacao: t } = textos;
  return (
    <Ficha titulo={t.titulo}>
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
              <td>{sentenceCase(nome)}</td>
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
    </Ficha>
  );
}

function Pares(props: {
  titulo: string;
  pares: readonly { nome: string; extra: string | null }[];
}): React.JSX.Element {
  return (
    <Ficha titulo={props.titulo}>
      <ul className={classes.lista}>
        {props.pares.map(({ nome, extra }) => (
          <li key={`${nome} ${extra}`}>
            {nome} {extra && <span>{extra}</span>}
          </li>
        ))}
      </ul>
    </Ficha>
  );
}

/** "ABC1D23" → "ABC-1D23". */
function formatPlaca(placa: string): string {
  return placa.length === 7 ? `${placa.slice(0, 3)}-${placa.slice(3)}` : placa;
}
