import { cnpjCheckDigits, type Uf } from "@malote/syntax";
import type { Endereco } from "./companies.ts";
import type { Fornecedor, Produto } from "./suppliers.ts";

/** Code, description, NCM, unit and unit price of a product. */
type ProdutoRow = readonly [codigo: string, descricao: string, ncm: string, unidade: string, preco: string];

type Trade = Pick<Fornecedor, "regime" | "fabrica" | "parcelas" | "vendedor">;

/** Short form of an invented supplier. `base`: the first twelve characters of its CNPJ. */
export type SupplierRow = Trade & {
  base: string;
  nome: string;
  fantasia: string;
  ie: string;
  email: string;
  /** Logradouro, número, bairro, CEP, fone. */
  rua: readonly [logradouro: string, numero: string, bairro: string, cep: string, fone: string];
  /** IBGE code, name and UF. */
  cidade: readonly [codigo: string, nome: string, uf: Uf];
  produtos: readonly ProdutoRow[];
};

/** Completes a supplier: check digits, address and products. */
export function defineSupplier({ base, rua, cidade, produtos, ...rest }: SupplierRow): Fornecedor {
  return {
    ...rest,
    cnpj: `${base}${cnpjCheckDigits(base)}`,
    endereco: toEndereco(rua, cidade),
    produtos: produtos.map(([codigo, descricao, ncm, unidade, preco]): Produto => {
      return { codigo, descricao, ncm, unidade, preco };
    }),
  };
}

function toEndereco(
  [logradouro, numero, bairro, cep, fone]: SupplierRow["rua"],
  [codigoMunicipio, municipio, uf]: SupplierRow["cidade"],
): Endereco {
  return { logradouro, numero, bairro, codigoMunicipio, municipio, uf, cep, fone };
}
