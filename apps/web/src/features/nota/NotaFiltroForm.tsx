import { AUDITOR_TIPOS, VEREDITO_ROTULO } from "@malote/contract";
import { type Dia, formatTipoNota, TIPOS_NOTA, UFS } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { suggestParticipantes } from "../../rpc/autocomplete.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import type { Papel } from "../../rpc/queries.ts";
import { filtroForm as t } from "../../textos/filtro-form.ts";
import { filtros } from "../../textos/filtros.ts";
import {
  FiltroFaixa,
  FiltroMarca,
  FiltroMomentos,
  FiltroParte,
  FiltroPeriodo,
  FiltroTexto,
} from "../../ui/FiltroCampos.tsx";
import { emTexto, type FiltroDesenho, FiltroForm, type Ligar } from "../../ui/FiltroForm.tsx";
import { MascaraCampo } from "../../ui/MascaraCampo.tsx";
import { SelecaoCampo, SelecoesCampo } from "../../ui/SelecaoCampo.tsx";
import { type Campos, check, toCampos, toFiltro } from "./campos-do-filtro.ts";
import {
  AUDITOR_STATUS,
  clearFiltro,
  countCampos,
  FINALIDADES,
  type Filtro,
  MANIFESTACOES,
  SITUACOES,
  STATUS,
  VEREDITOS_NOTA,
} from "./filtro.ts";

const { campos: c } = t;
const TODAS = { value: "", label: t.todas };
const STATUS_OPCOES = STATUS.map((value) => ({ value, label: filtros.status[value] }));
const SIM_NAO = [
  { value: "nao", label: t.simNao.nao },
  { value: "sim", label: t.simNao.sim },
];

type Props = {
  papel: Papel;
  /** Today in the time zone of the conta. */
  hoje: Dia;
  filtro: Filtro;
  largo?: boolean;
  onAplicar: (filtro: Filtro) => void;
  onCancelar: () => void;
  onDirty?: (dirty: boolean) => void;
};

/** Form with all filter fields of a list of documents. */
export function NotaFiltroForm({ papel, hoje, ...props }: Props): React.JSX.Element {
  const desenho = useMemo(() => desenhoOf(papel, hoje), [papel, hoje]);
  return <FiltroForm desenho={desenho} {...props} />;
}

function desenhoOf(papel: Papel, hoje: Dia): FiltroDesenho<Filtro, Campos> {
  return {
    livre: clearFiltro(),
    toCampos: (filtro) => toCampos(filtro, hoje),
    toFiltro,
    check,
    countCampos,
    grupos: [
      {
        titulo: t.grupos.documento,
        nomes: ["texto", "chave", "tipos", "numero", "serie", "finalidade"],
        desenho: (ligar) => <Documento ligar={ligar} />,
      },
      {
        titulo: t.grupos.datas,
        nomes: ["emissao", "encontrada", "criado", "valor"],
        desenho: (ligar) => (
          <>
            <FiltroPeriodo ligar={ligar} nome="emissao" rotulo={c.emissao} hoje={hoje} />
            <FiltroFaixa ligar={ligar} nome="valor" rotulos={{ de: c.valorDe, ate: c.valorAte }} />
            <FiltroMomentos ligar={ligar} nome="criado" rotulo={c.criado} />
            <FiltroPeriodo ligar={ligar} nome="encontrada" rotulo={c.encontrada} hoje={hoje} />
          </>
        ),
      },
      {
        titulo: t.grupos.partes,
        nomes: ["emitente", "nomeEmitente", "destinatario", "nomeDestinatario", "empresa", "uf", "terceiros"],
        desenho: (ligar) => <Partes ligar={ligar} papel={papel} />,
      },
      {
        titulo: t.grupos.situacao,
        nomes: ["erp", "recebido", "conferido", "situacao", "nfe", "sefaz", "manifestacoes"],
        desenho: (ligar) => <Situacao ligar={ligar} papel={papel} />,
      },
      {
        titulo: t.grupos.auditoria,
        nomes: ["vereditos", "auditorStatus", "auditorTipos"],
        desenho: (ligar) => <Auditoria ligar={ligar} />,
      },
    ],
  };
}

function Documento({ ligar }: { ligar: Ligar<Campos> }): React.JSX.Element {
  return (
    <>
      <FiltroTexto rotulo={c.texto} dica={c.textoDica} {...ligar.campo("texto")} />
      <div data-inteiro>
        <MascaraCampo mascara="chave" rotulo={c.chave} dica={c.chaveDica} {...ligar.campo("chave")} />
      </div>
      <SelecoesCampo
        rotulo={c.tipos}
        opcoes={TIPOS_NOTA.map((value) => ({ value, label: formatTipoNota(value) }))}
        {...ligar.campo("tipos")}
      />
      <FiltroFaixa ligar={ligar} nome="numero" rotulos={{ de: c.numeroDe, ate: c.numeroAte }} />
      <FiltroTexto rotulo={c.serie} {...ligar.campo("serie")} meio />
      <SelecaoCampo
        rotulo={c.finalidade}
        vazio={TODAS}
        opcoes={FINALIDADES.map((value) => ({ value, label: filtros.finalidades[value] }))}
        {...emTexto(ligar.campo("finalidade"))}
      />
    </>
  );
}

function Partes({ ligar, papel }: { ligar: Ligar<Campos>; papel: Papel }): React.JSX.Element {
  const terceiros = ligar.campo("terceiros");
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
      <FiltroParte
        nome={ligar.campo("nomeDestinatario")}
        documento={ligar.campo("destinatario")}
        rotulos={{ nome: c.nomeDestinatario, documento: c.destinatario }}
        buscar={suggestParticipantes}
        onPick={(destinatario) => ligar.put({ destinatario, nomeDestinatario: "" })}
      />
      <div data-inteiro>
        <SelecaoCampo
          rotulo={filtros.campos.empresa}
          vazio={TODAS}
          opcoes={empresas.map(({ id, nome }) => ({ value: id, label: nome }))}
          {...ligar.campo("empresa")}
        />
      </div>
      <SelecaoCampo
        rotulo={c.uf[papel]}
        vazio={TODAS}
        opcoes={UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla} · ${nome}` }))}
        {...ligar.campo("uf")}
      />
      {papel === "E" && (
        <SelecaoCampo
          rotulo={c.terceiros}
          vazio={{ value: "", label: filtros.terceiros.fora }}
          opcoes={[{ value: "sim", label: filtros.terceiros.inclui }]}
          valor={terceiros.valor ? "sim" : ""}
          onChange={(valor) => terceiros.onChange(valor === "sim")}
        />
      )}
    </>
  );
}

function Situacao({ ligar, papel }: { ligar: Ligar<Campos>; papel: Papel }): React.JSX.Element {
  return (
    <>
      <FiltroMarca rotulo={c.erp} opcoes={SIM_NAO} {...emTexto(ligar.campo("erp"))} />
      <FiltroMarca rotulo={c.recebido} opcoes={SIM_NAO} {...emTexto(ligar.campo("recebido"))} />
      <FiltroMarca rotulo={c.conferido} opcoes={SIM_NAO} {...emTexto(ligar.campo("conferido"))} />
      <SelecaoCampo
        rotulo={c.situacao}
        vazio={TODAS}
        opcoes={SITUACOES.map((value) => ({ value, label: filtros.situacoes[value] }))}
        {...emTexto(ligar.campo("situacao"))}
      />
      <SelecoesCampo rotulo={c.nfe} opcoes={STATUS_OPCOES} {...ligar.campo("nfe")} />
      <SelecoesCampo rotulo={c.sefaz} opcoes={STATUS_OPCOES} {...ligar.campo("sefaz")} />
      {papel === "E" && (
        <SelecoesCampo
          rotulo={c.manifestacao}
          opcoes={MANIFESTACOES.map((value) => ({ value, label: filtros.manifestacoes[value] }))}
          {...ligar.campo("manifestacoes")}
        />
      )}
    </>
  );
}

function Auditoria({ ligar }: { ligar: Ligar<Campos> }): React.JSX.Element {
  return (
    <>
      <SelecoesCampo
        rotulo={c.veredito}
        opcoes={VEREDITOS_NOTA.map((value) => ({ value, label: VEREDITO_ROTULO[value] }))}
        {...ligar.campo("vereditos")}
      />
      <SelecoesCampo
        rotulo={c.auditorStatus}
        opcoes={AUDITOR_STATUS.map((value) => ({ value, label: filtros.auditorStatus[value] }))}
        {...ligar.campo("auditorStatus")}
      />
      <SelecoesCampo
        rotulo={c.auditorTipo}
        opcoes={AUDITOR_TIPOS.map((value) => ({ value, label: filtros.auditorTipos[value] }))}
        {...ligar.campo("auditorTipos")}
      />
    </>
  );
}
