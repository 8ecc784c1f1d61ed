import { RESULTADOS_ANEXO, TIPOS_ANEXO } from "@malote/contract";
import type { Dia } from "@malote/syntax";
import { useMemo } from "react";
import { suggestRemetentes } from "../../rpc/autocomplete.ts";
import { filtroDeEmails } from "../../textos/filtro-emails.ts";
import { filtroForm as t } from "../../textos/filtro-form.ts";
import { named } from "../../ui/digitado.ts";
import { FiltroPeriodo, FiltroTexto } from "../../ui/FiltroCampos.tsx";
import { emTexto, type FiltroDesenho, FiltroForm } from "../../ui/FiltroForm.tsx";
import { checkDigitado, type PeriodoDigitado, readDigitado, typePeriodo } from "../../ui/periodo-digitado.ts";
import { SelecaoCampo } from "../../ui/SelecaoCampo.tsx";
import { SugestaoCampo } from "../../ui/SugestaoCampo.tsx";
import { countCampos, type Filtro, LIVRE } from "./filtro.ts";

const { campos: c } = t;
const { campos: daqui } = filtroDeEmails;
type Campos = Omit<Filtro, "data"> & { data: PeriodoDigitado };

/** The complete filter form of the e-mail list. */
export function EmailFiltroForm(props: {
  /** Today in the conta's zone. */
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
    toCampos: (filtro) => ({ ...filtro, data: typePeriodo(filtro.data, hoje) }),
    toFiltro: ({ texto, assunto, corpo, remetente, destinatario, data, tipo, anexo, empresa }) => ({
      texto: texto.trim(),
      assunto: assunto.trim(),
      corpo: corpo.trim(),
      remetente: remetente.trim(),
      destinatario: destinatario.trim(),
      data: readDigitado(data) ?? "tudo",
      tipo,
      anexo,
      empresa,
    }),
    check: ({ data }) => named("data", checkDigitado(data)),
    countCampos,
    grupos: [
      {
        titulo: t.grupos.mensagem,
        nomes: ["texto", "assunto", "corpo", "tipo", "anexo"],
        desenho: (ligar) => (
          <>
            <FiltroTexto rotulo={c.texto} dica={c.textoEmailDica} {...ligar.campo("texto")} />
            <FiltroTexto rotulo={daqui.assunto} {...ligar.campo("assunto")} />
            <FiltroTexto rotulo={daqui.corpo} {...ligar.campo("corpo")} />
            <SelecaoCampo
              rotulo={daqui.tipo}
              vazio={{ value: "", label: t.todos }}
              opcoes={TIPOS_ANEXO.map((value) => ({ value, label: filtroDeEmails.tipos[value] }))}
              {...emTexto(ligar.campo("tipo"))}
            />
            <SelecaoCampo
              rotulo={filtroDeEmails.resultado}
              vazio={{ value: "", label: t.todos }}
              opcoes={RESULTADOS_ANEXO.map((value) => ({ value, label: filtroDeEmails.anexos[value] }))}
              {...emTexto(ligar.campo("anexo"))}
            />
          </>
        ),
      },
      {
        titulo: t.grupos.correspondentes,
        nomes: ["remetente", "destinatario"],
        desenho: (ligar) => (
          <>
            <div data-inteiro>
              <SugestaoCampo
                rotulo={daqui.remetente}
                dica={c.remetenteDica}
                buscar={suggestRemetentes}
                onPick={({ valor }) => ligar.put({ remetente: valor })}
                {...ligar.campo("remetente")}
              />
            </div>
            <FiltroTexto rotulo={c.destinatarioEmail} {...ligar.campo("destinatario")} />
          </>
        ),
      },
      {
        titulo: t.campos.data,
        nomes: ["data"],
        desenho: (ligar) => <FiltroPeriodo ligar={ligar} nome="data" rotulo={c.data} hoje={hoje} />,
      },
    ],
  };
}
