import { identificador, MENSAGENS_DAS_PESSOAS, tipoPessoa, uf } from "@malote/contract";
import { UFS } from "@malote/syntax";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { call } from "../../rpc/call.ts";
import { type Conta, refreshConta } from "../../rpc/minha-conta.ts";
import { lastName, recusar } from "../../rpc/recusar.ts";
import { minhaConta } from "../../textos/minha-conta.ts";
import { Alerta } from "../../ui/Alerta.tsx";
import { resolverOf } from "../../ui/regras.ts";
import { avisar } from "../../ui/toast.tsx";
import classes from "./Painel.module.css";
import { Painel } from "./Painel.tsx";

const textos = minhaConta.conta;
const schema = z.object({ tipoPessoa, identificador, uf });
type Campos = z.infer<typeof schema>;
const UF_OPCOES = UFS.map(({ sigla, nome }) => ({ value: sigla, label: `${sigla}, ${nome}` }));

/** The conta itself; who may not change it sees it. */
export function ContaPainel({ conta, gerente }: { conta: Conta; gerente: boolean }): React.JSX.Element {
  const stored: Campos = { tipoPessoa: conta.tipoPessoa, identificador: conta.identificador, uf: conta.uf };
  const form = useForm<Campos>({ resolver: resolverOf<Campos>(schema), mode: "onTouched", values: stored });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (campos) => {
    try {
      await call("Conta.saveConta", { conta: { ...campos, identificador: campos.identificador.trim() } });
      await refreshConta();
      avisar(textos.salva);
    } catch (error) {
      recusar(
        error,
        form,
        lastName(["tipoPessoa", "identificador", "uf"] as const),
        MENSAGENS_DAS_PESSOAS.erroConfigurandoConta,
      );
    }
  });
  return (
    <Painel titulo={textos.titulo} {...(gerente ? {} : { texto: textos.soAdministrador })}>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        {errors.root && <Alerta>{errors.root.message}</Alerta>}
        <fieldset disabled={!gerente}>
          <TextInput
            {...form.register("identificador")}
            label={textos.identificador}
            description={errors.identificador ? undefined : textos.identificadorDica}
            error={errors.identificador?.message}
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className={classes.dois}>
            <NativeSelect
              {...form.register("tipoPessoa")}
              label={textos.tipoPessoa}
              data={["Jurídica", "Física"]}
            />
            <NativeSelect
              {...form.register("uf")}
              label={textos.uf}
              description={textos.ufDica}
              error={errors.uf?.message}
              data={UF_OPCOES}
            />
          </div>
        </fieldset>
        {gerente && (
          <div className={classes.acoes}>
            <Button type="submit" variant="default" disabled={!isDirty} loading={isSubmitting}>
              {textos.salvar}
            </Button>
          </div>
        )}
      </form>
    </Painel>
  );
}
