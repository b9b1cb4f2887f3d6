// Written by codegen.ts from settings.graphql. Do not edit.
import { gql } from '../../lib/gql.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AccessType =
  | 'admin'
  | 'basic';

export type InterfaceLanguage =
  | 'en'
  | 'fr'
  | 'nl';

export type UserFilter = {
  readonly companyId: string;
  /** Words of the name or the e-mail address. */
  readonly search?: string | null | undefined;
};

export type UserInput = {
  readonly accesType: AccessType;
  readonly email: string;
  readonly firstName: string;
  readonly languages: ReadonlyArray<InterfaceLanguage>;
  readonly lastName: string;
  readonly phoneNumber: string;
};

export type UserRowFragment = { readonly id: string, readonly firstName: string, readonly lastName: string, readonly email: string, readonly phoneNumber: string, readonly accesType: AccessType, readonly languages: ReadonlyArray<InterfaceLanguage>, readonly isSelf: boolean, readonly createdAt: string, readonly version: number };

export type UsersQueryVariables = Exact<{
  filter: UserFilter;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type UsersQuery = { readonly users: { readonly totalCount: number, readonly totalCountCapped: boolean, readonly nodes: ReadonlyArray<{ readonly id: string, readonly firstName: string, readonly lastName: string, readonly email: string, readonly phoneNumber: string, readonly accesType: AccessType, readonly languages: ReadonlyArray<InterfaceLanguage>, readonly isSelf: boolean, readonly createdAt: string, readonly version: number }>, readonly pageInfo: { readonly endCursor: string | null, readonly hasNextPage: boolean } } };

export type CreateUserMutationVariables = Exact<{
  companyId: string;
  input: UserInput;
}>;


export type CreateUserMutation = { readonly createUser: { readonly id: string, readonly firstName: string, readonly lastName: string, readonly email: string, readonly phoneNumber: string, readonly accesType: AccessType, readonly languages: ReadonlyArray<InterfaceLanguage>, readonly isSelf: boolean, readonly createdAt: string, readonly version: number } };

export type UpdateUserAccessMutationVariables = Exact<{
  companyId: string;
  id: string;
  version: number;
  accesType: AccessType;
}>;


export type UpdateUserAccessMutation = { readonly updateUserAccess: { readonly id: string, readonly firstName: string, readonly lastName: string, readonly email: string, readonly phoneNumber: string, readonly accesType: AccessType, readonly languages: ReadonlyArray<InterfaceLanguage>, readonly isSelf: boolean, readonly createdAt: string, readonly version: number } };

export type DeleteUserMutationVariables = Exact<{
  companyId: string;
  id: string;
}>;


export type DeleteUserMutation = { readonly deleteUser: string };

export const UsersDocument = gql<UsersQuery, UsersQueryVariables>('Users', "query Users($filter:UserFilter!$first:Int$after:String){users(filter:$filter first:$first after:$after){nodes{...UserRow}pageInfo{endCursor hasNextPage}totalCount totalCountCapped}}fragment UserRow on User{id firstName lastName email phoneNumber accesType languages isSelf createdAt version}");
export const CreateUserDocument = gql<CreateUserMutation, CreateUserMutationVariables>('CreateUser', "mutation CreateUser($companyId:ID!$input:UserInput!){createUser(companyId:$companyId input:$input){...UserRow}}fragment UserRow on User{id firstName lastName email phoneNumber accesType languages isSelf createdAt version}");
export const UpdateUserAccessDocument = gql<UpdateUserAccessMutation, UpdateUserAccessMutationVariables>('UpdateUserAccess', "mutation UpdateUserAccess($companyId:ID!$id:ID!$version:Int!$accesType:AccessType!){updateUserAccess(companyId:$companyId id:$id version:$version accesType:$accesType){...UserRow}}fragment UserRow on User{id firstName lastName email phoneNumber accesType languages isSelf createdAt version}");
export const DeleteUserDocument = gql<DeleteUserMutation, DeleteUserMutationVariables>('DeleteUser', "mutation DeleteUser($companyId:ID!$id:ID!){deleteUser(companyId:$companyId id:$id)}");
