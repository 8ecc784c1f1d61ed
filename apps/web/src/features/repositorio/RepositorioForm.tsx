import { REPOSITORIO_PAPEIS } from "@malote/contract";
import { diaInZona, formatTipoNota, TIPOS_NOTA } from "@malote/syntax";
import { Button, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { empresasQuery } from "../../rpc/empresas.ts";
import { explainAto } from "../../rpc/falhas.ts";
import { startDownload } from "../../rpc/pedidos.ts";
import { watchPedido } from "../../rpc/pedidos-vistos.ts";
import { repositorio as textos } from "../../textos/repositorio.ts";
import { DataCampo } from "../../ui/DataCampo.tsx";
import { Formulario } from "../../ui/Formulario.tsx";
import { MascaraCampo } from "../../ui/MascaraCampo.tsx";
import { SelecaoCampo } from "../../ui/SelecaoCampo.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { type Campos, checkCampos, defaultCampos, toPedido } from "./pedido.ts";
import classes from "./RepositorioForm.module.css";

const { campos: t } = textos;
const PAPEIS = REPOSITORIO_PAPEIS.map((value) => ({ value, label: t.papeis[value] }));
const PAPEL_PADRAO = { value: "E", label: t.papeis.E } as const;

/** The form of a repositório: which documents the ZIP contains. */
export function RepositorioForm({ zona }: { zona: string }): React.JSX.Element {
  const { campos, alterado, put, erros, pedindo, submit } = useFormulario(zona);
  const { data: empresas = [] } = useQuery(empresasQuery);
  return (
    <Formulario className={classes.form} alterado={alterado} onSubmit={(event) => void submit(event)}>
      <p className={classes.intro}>{textos.intro}</p>
      <SelecaoCampo
        rotulo={t.papel}
        valor={campos.entradaSaida}
        vazio={PAPEL_PADRAO}
        opcoes={PAPEIS.filter(({ value }) => value !== PAPEL_PADRAO.value)}
        onChange={(entradaSaida) => put({ entradaSaida: entradaSaida as Campos["entradaSaida"] })}
      />
      <SelecaoCampo
        rotulo={t.tipo}
        valor={campos.tipoDFe}
        vazio={{ value: "", label: t.todos }}
        opcoes={TIPOS_NOTA.map((value) => ({ value, label: formatTipoNota(value) }))}
        onChange={(tipoDFe) => put({ tipoDFe })}
      />
      <SelecaoCampo
        rotulo={t.empresa}
        valor={campos.cnpjEmpresa}
        vazio={{ value: "", label: t.todas }}
        opcoes={empresas.map(({ cnpj, nome }) => ({ value: cnpj, label: nome }))}
        onChange={(cnpjEmpresa) => put({ cnpjEmpresa })}
      />
      <DataCampo rotulo={t.de} valor={campos.de} erro={erros.de} onChange={(de) => put({ de })} />
      <DataCampo
        rotulo={t.ate}
        nome={t.ateNome}
        valor={campos.ate}
        erro={erros.ate}
        onChange={(ate) => put({ ate })}
      />
      <MascaraCampo
        mascara="documento"
        rotulo={t.cnpj}
        dica={t.cnpjDica}
        valor={campos.cnpj}
        erro={erros.cnpj}
        onChange={(cnpj) => put({ cnpj })}
      />
      <div className={classes.pe}>
        <Switch
          label={t.comEventos}
          checked={campos.comEventos}
          onChange={({ currentTarget }) => put({ comEventos: currentTarget.checked })}
        />
        <Switch
          label={t.comPdf}
          checked={campos.comPdf}
          onChange={({ currentTarget }) => put({ comPdf: currentTarget.checked })}
        />
        <Button type="submit" loading={pedindo}>
          {textos.pedir}
        </Button>
      </div>
    </Formulario>
  );
}

function useFormulario(zona: string) {
  const [campos, setCampos] = useState(() => defaultCampos(diaInZona(new Date(), zona)));
  // The last request is in the list below, so it does not count as unsaved.
  const [pedidos, setPedidos] = useState(campos);
  const [tentou, setTentou] = useState(false);
  const [pedindo, setPedindo] = useState(false);
  const erros: ReturnType<typeof checkCampos> = tentou ? checkCampos(campos) : {};
  const submit = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    setTentou(true);
    if (Object.keys(checkCampos(campos)).length > 0) return;
    setPedindo(true);
    try {
      watchPedido({ tipo: "repositorio", id: (await startDownload(toPedido(campos))).id });
      setPedidos(campos);
      avisar(textos.comecou);
    } catch (error) {
      avisarFalha(explainAto(error, textos.falhou));
    }
    setPedindo(false);
  };
  const put = (changed: Partial<Campos>): void => setCampos({ ...campos, ...changed });
  const alterado = JSON.stringify(campos) !== JSON.stringify(pedidos);
  return { campos, alterado, put, erros, pedindo, submit };
}
