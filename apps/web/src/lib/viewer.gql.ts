// Written by codegen.ts from viewer.graphql. Do not edit.
import { gql } from './gql.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AccessType =
  | 'admin'
  | 'basic';

export type Role =
  | 'anonymous'
  | 'doctor'
  | 'employerAdmin'
  | 'employerBasic'
  | 'planner'
  | 'system';

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly viewer: { readonly profileId: string, readonly userName: string, readonly firstName: string, readonly lastName: string, readonly role: Role, readonly abilities: ReadonlyArray<string>, readonly doctorId: string | null, readonly demo: boolean, readonly companies: ReadonlyArray<{ readonly id: string, readonly name: string, readonly accesType: AccessType | null, readonly superiorId: string | null, readonly abilities: ReadonlyArray<string> }> } };

export const ViewerDocument = gql<ViewerQuery, ViewerQueryVariables>('Viewer', "query Viewer{viewer{profileId userName firstName lastName role abilities doctorId demo companies{id name accesType superiorId abilities}}}");
