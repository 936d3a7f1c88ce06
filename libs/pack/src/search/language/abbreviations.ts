/** Abbreviations of column names in general use, `short=word/word`; those of one house are learned from its own descriptions. */
export const ABBREVIATIONS: readonly (readonly [short: string, words: readonly string[]])[] = `
  acct=account addr=address adm=admission admin=administration amt=amount appt=appointment attr=attribute auth=author avg=average bal=balance
  bld=building bldg=building cat=category ccy=currency cd=code cfg=configuration cnt=count comm=commission cond=condition conf=configuration crs=course
  ctl=control ctry=country cty=city curr=currency cust=customer del=delete dept=department desc=description diag=diagnosis dir=director dist=district
  dob=birth doc=document dr=doctor dt=date ed=edition emp=employee enrl=enrollment exp=expense fac=facility fax=facsimile flr=floor
  fname=first ft=footage gov=government govt=government grp=group hist=history hosp=hospital hr=hour ht=height id=identifier img=image ind=industry info=information
  ins=insert instr=instructor intl=international inv=inventory lang=language lat=latitude lib=library lname=last lng=longitude loc=location
  lon=longitude lvl=level max=maximum med=medical mfg=manufacturing mfr=manufacturer mgr=manager min=minimum mkt=market mo=month
  mon=month msg=message natl=national nbr=number nm=name no=number nr=number num=number org=organization pct=percent ph=phone pic=picture
  pkg=package pmt=payment po=purchase pop=population pos=position proc=procedure prod=product prov=province pt=patient pub=publication pymt=payment
  qty=quantity ref=reference rep=representative req=request res=reservation resv=reservation rev=revenue rm=room rsv=reservation rx=prescription
  sal=salary sched=schedule sec=second sem=semester seq=sequence serv=service spec=specification sq=square src=source st=state stat=status std=standard
  sts=status stu=student stud=student subj=subject svc=service sys=system tbl=table tech=technology tel=telephone temp=temperature/temporary tot=total
  trans=transaction txn=transaction typ=type uni=university univ=university upd=update usr=user val=value veh=vehicle ver=version vol=volume
  wh=warehouse whse=warehouse wt=weight yr=year zip=postal/postcode
`.trim().split(/\s+/).map((entry) => {
  const [short = '', words = ''] = entry.split('=');
  return [short, words.split('/')];
});
