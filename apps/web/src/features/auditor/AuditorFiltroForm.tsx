import { AUDITOR_TIPOS } from "@malote/contract";
import type { Dia } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { suggestParticipantes } from "../../rpc/autocomplete.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import { auditor as textos } from "../../textos/auditor.ts";
import { filtroForm as t } from "../../textos/filtro-form.ts";
import { errosOf, named, wrongChave, wrongDocumento, wrongTexto } from "../../ui/digitado.ts";
import { FiltroParte, FiltroPeriodo, FiltroTexto } from "../../ui/FiltroCampos.tsx";
import { type FiltroDesenho, FiltroForm, type Ligar } from "../../ui/FiltroForm.tsx";
import { MascaraCampo } from "../../ui/MascaraCampo.tsx";
import { checkDigitado, type PeriodoDigitado, readDigitado, typePeriodo } from "../../ui/periodo-digitado.ts";
import { SelecaoCampo, SelecoesCampo } from "../../ui/SelecaoCampo.tsx";
import { countCampos, type Filtro, LIVRE, STATUS } from "./filtro.ts";

const { campos: c } = t;
type Campos = Omit<Filtro, "evento"> & { evento: PeriodoDigitado };

/** Form with all filter fields of the auditor's list. */
export function AuditorFiltroForm(props: {
  /** Today in the time zone of the conta. */
  hoje: Dia;
  filtro: Filtro;
  largo?: boolean;
  onAplicar: (filtro: Filtro) => void;
  onCancelar: () => void;
  onDirty?: (dirty: boolean) => void;
}): React.JSX.Element {
  const { hoje, ...resto } = props;
  const desenho = useMemo(() => desenhoOf(hoje), [hoje]);
  return <FiltroForm desenho={desenho} {...resto} />;
}

function desenhoOf(hoje: Dia): FiltroDesenho<Filtro, Campos> {
  return {
    livre: LIVRE,
    toCampos: (filtro) => ({ ...filtro, evento: typePeriodo(filtro.evento, hoje) }),
    toFiltro: (campos) => ({
      ...campos,
      texto: campos.texto.trim(),
      nomeEmitente: campos.nomeEmitente.trim(),
      evento: readDigitado(campos.evento) ?? "tudo",
    }),
    check: (campos) => ({
      ...errosOf({
        texto: wrongTexto(campos.texto),
        nomeEmitente: wrongTexto(campos.nomeEmitente),
        chave: wrongChave(campos.chave),
        emitente: wrongDocumento(campos.emitente),
      }),
      ...named("evento", checkDigitado(campos.evento)),
    }),
    countCampos,
    grupos: [
      {
        titulo: t.grupos.documento,
        nomes: ["texto", "chave"],
        desenho: (ligar) => (
          <>
            <FiltroTexto rotulo={c.texto} dica={c.textoDica} {...ligar.campo("texto")} />
            <div data-inteiro>
              <MascaraCampo mascara="chave" rotulo={c.chave} dica={c.chaveDica} {...ligar.campo("chave")} />
            </div>
          </>
        ),
      },
      {
        titulo: t.grupos.partes,
        nomes: ["emitente", "nomeEmitente", "empresa"],
        desenho: (ligar) => <Partes ligar={ligar} />,
      },
      {
        titulo: t.grupos.datas,
        nomes: ["evento"],
        desenho: (ligar) => <FiltroPeriodo ligar={ligar} nome="evento" rotulo={c.evento} hoje={hoje} />,
      },
      {
        titulo: t.grupos.auditoria,
        nomes: ["tipos", "status"],
        desenho: (ligar) => (
          <>
            <SelecoesCampo
              rotulo={c.registroTipo}
              opcoes={AUDITOR_TIPOS.map((value) => ({ value, label: textos.tipos[value] }))}
              {...ligar.campo("tipos")}
            />
            <SelecoesCampo
              rotulo={c.registroStatus}
              opcoes={STATUS.map((value) => ({ value, label: textos.status[value] }))}
              {...ligar.campo("status")}
            />
          </>
        ),
      },
    ],
  };
}

function Partes({ ligar }: { ligar: Ligar<Campos> }): React.JSX.Element {
  const { data: empresas = [] } = useQuery(empresasQuery);
  return (
    <>
      <FiltroParte
        nome={ligar.campo("nomeEmitente")}
        documento={ligar.campo("emitente")}
        rotulos={{ nome: c.nomeEmitente, documento: c.emitente }}
        buscar={suggestParticipantes}
        onPick={(emitente) => ligar.put({ emitente, nomeEmitente: "" })}
      />
      <div data-inteiro>
        <SelecaoCampo
          rotulo={c.empresa}
          vazio={{ value: "", label: t.todas }}
          opcoes={empresas.map(({ id, nome }) => ({ value: id, label: nome }))}
          {...ligar.campo("empresa")}
        />
      </div>
    </>
  );
}
